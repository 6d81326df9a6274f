import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics of this process: what Node says of itself, and whatever its parts add. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
