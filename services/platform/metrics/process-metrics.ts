import { collectDefaultMetrics, Registry } from 'prom-client'

export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
