import type { FastifyInstance } from 'fastify'
import { throttled } from '../async/single-flight.ts'
import { withDeadline } from '../async/with-deadline.ts'

/** Health checks of the dependencies of this process, by name. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

/** Timeout of a check, ms. Shorter than the timeouts of its callers: the Caddyfile and docker-compose.yml. */
const defaultTimeoutMs = 2_000
/** How long a result is cached, ms. */
const cacheMs = 500

/**
 * Health endpoints for supervisors and proxies, not part of the API. `/health/live` responds while the process runs.
 * `/health/ready` responds 200 if all checks pass, and 503 with the failing ones if a check fails or times out, or
 * during shutdown.
 */
export function serveReadiness(app: FastifyInstance, checks: Checks, timeoutMs = defaultTimeoutMs): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  const failing = throttled(cacheMs, () => failingOf(checks, timeoutMs))

  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const found = stopping ? ['stopping'] : await failing()
    return reply
      .header('cache-control', 'no-store')
      .code(found.length === 0 ? 200 : 503)
      .send({ ready: found.length === 0, failing: found })
  })
}

async function failingOf(checks: Checks, timeoutMs: number): Promise<readonly string[]> {
  const answers = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      withDeadline(timeoutMs, check(), name).then(
        () => [],
        () => [name],
      ),
    ),
  )
  return answers.flat()
}
