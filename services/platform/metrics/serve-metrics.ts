import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { singleFlight, throttled } from '../async/single-flight.ts'

/** A source of metrics in the Prometheus text format. Names are unique across sources. */
export type MetricsSource = () => Promise<string>

/** How long a scrape is cached, ms, so that frequent scrapes cannot load the database. */
const cacheMs = 1_000
const timeoutMs = 1_200

/**
 * Serves GET /metrics for Prometheus: public, without a rate limit and without personal data. A source that fails or
 * hangs is omitted, so that an unavailable database affects only its own metrics.
 */
export function serveMetrics(
  app: FastifyInstance,
  sources: readonly MetricsSource[],
  onError: (error: unknown) => void,
): void {
  const limited = sources.map((source) => singleFlight(timeoutMs, source, 'a source of metrics'))
  async function collect(): Promise<string> {
    const texts = await Promise.allSettled(limited.map((source) => source()))
    for (const text of texts) if (text.status === 'rejected') onError(text.reason)
    return texts.map((text) => (text.status === 'fulfilled' ? text.value : '')).join('\n')
  }

  const scrape = throttled(cacheMs, collect)
  app.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  )
}
