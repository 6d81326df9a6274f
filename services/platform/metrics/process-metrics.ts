import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Sampling interval of the event loop's delay, ms, which the histogram includes. With the default of 10 ms an idle process
 * wakes up a hundred times a second.
 */
const eventLoopMonitoringPrecision = 100

export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision })
  return registry
}
