import { Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../platform/database/database.ts'
import type { MetricsSource } from '../platform/metrics/serve-metrics.ts'
import { readPublishedSeries } from './publication/published-series.ts'

export type CountPublication = (outcome: 'published' | 'failed', seconds: number) => void

export function measurePublications(registry: Registry): CountPublication {
  const durations = new Histogram({
    name: 'stepledger_publication_duration_seconds',
    help: 'Making a series of published data and putting it into the storage',
    labelNames: ['outcome'],
    buckets: [1, 5, 15, 60, 300, 900, 3_600, 14_400],
    registers: [registry],
  })
  // Exported as 0, because `increase()` ignores the first value of a new series.
  for (const outcome of ['published', 'failed']) durations.zero({ outcome })
  return (outcome, seconds) => durations.observe({ outcome }, seconds)
}

/** Gauges of the published series, read from the database at every scrape, so equal in all processes: never sum them. */
export function publicationGauges({ pool }: Pick<Database, 'pool'>): MetricsSource {
  const registry = new Registry()
  const registers = [registry]
  const published = new Gauge({
    name: 'stepledger_published_series',
    help: 'Number of published series',
    registers,
  })
  const newest = new Gauge({
    name: 'stepledger_published_series_timestamp_seconds',
    help: 'When the newest of them was made, seconds since 1970; 0 for none',
    registers,
  })
  return async () => {
    const all = await readPublishedSeries(pool)
    published.set(all.length)
    newest.set(all[0] ? Date.parse(all[0].madeAt) / 1000 : 0)
    return registry.metrics()
  }
}
