import { Registry } from 'prom-client'
import type { Reachability } from '../health/reachability.ts'
import { instruments } from './instruments.ts'
import type { MetricsSource } from './serve-metrics.ts'

/** Gauges of the parts that this process uses. They are exported also while a part is unreachable. */
export function reachabilityGauges(groups: readonly Pick<Reachability, 'probe'>[]): MetricsSource {
  const registry = new Registry()
  const { gauge } = instruments(registry)
  const up = gauge('part_up', '1 when the part answers this process in time', 'part')
  const silent = gauge('part_silent_seconds', 'Time since the part answered last, 0 while it answers', 'part')
  return async () => {
    const reached = await Promise.all(groups.map((group) => group.probe()))
    for (const { part, silentMs } of reached.flat()) {
      up.set({ part: part.name }, silentMs === null ? 1 : 0)
      silent.set({ part: part.name }, (silentMs ?? 0) / 1000)
    }
    return registry.metrics()
  }
}
