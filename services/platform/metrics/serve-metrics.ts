import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { throttled } from '../http/throttled.ts'

/** Metrics of a part of this process in the text format of Prometheus; no two parts have one of the same name. */
export type MetricsSource = () => Promise<string>

/** One scrape serves everyone who asks within this time, ms: nobody can make the database work by asking. */
const keptMs = 1_000

/**
 * GET /metrics for Prometheus: everybody may call it, no limit counts it, and it says nothing of persons. A source that
 * fails is left out, so that a database that is away hides nothing but what only it knows.
 */
export function serveMetrics(
  app: FastifyInstance,
  sources: readonly MetricsSource[],
  onTrouble: (error: unknown) => void,
): void {
  async function collect(): Promise<string> {
    const texts = await Promise.allSettled(sources.map((source) => source()))
    for (const text of texts) if (text.status === 'rejected') onTrouble(text.reason)
    return texts.map((text) => (text.status === 'fulfilled' ? text.value : '')).join('\n')
  }

  const scrape = throttled(keptMs, collect)
  app.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  )
}
