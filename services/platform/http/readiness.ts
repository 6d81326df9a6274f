import type { FastifyInstance } from 'fastify'
import { throttled } from './throttled.ts'

/** What must answer before this process can do its work, by name. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Long enough for a busy machine, shorter than anyone who asks waits: the Caddyfile, and the health checks of
 * docker-compose.yml.
 */
const usualPatienceMs = 5_000
/** Anyone who asks more often than this gets the same answer. */
const keptMs = 500

/**
 * For supervisors and proxies, no part of the API: `/health/live` answers for as long as the process does;
 * `/health/ready` answers 200 when all checks pass, and 503, naming those that fail, when one does not, takes too long,
 * or the process is about to stop.
 */
export function serveReadiness(app: FastifyInstance, checks: Checks, patienceMs = usualPatienceMs): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  const failing = throttled(keptMs, () => failingOf(checks, patienceMs))

  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const found = stopping ? ['stopping'] : await failing()
    return reply
      .header('cache-control', 'no-store')
      .code(found.length === 0 ? 200 : 503)
      .send({ ready: found.length === 0, failing: found })
  })
}

async function failingOf(checks: Checks, patienceMs: number): Promise<readonly string[]> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check, patienceMs)) ? [] : [name])),
  )
  return answers.flat()
}

function passes(check: () => Promise<unknown>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, patienceMs, false)
    const end = (passed: boolean) => {
      clearTimeout(late)
      resolve(passed)
    }
    check().then(
      () => end(true),
      () => end(false),
    )
  })
}
