import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics registry of this process, with Node's default metrics. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
