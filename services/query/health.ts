import { getHealth } from '@stepledger/contracts/http/health.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { throttled } from '../platform/http/throttled.ts'
import type { QueryDeps } from './deps.ts'

/** Lag, in events, above which the status is `degraded`. */
const tolerableLag = 10_000

/** Responses are cached for this long, ms, because the call has no rate limit. */
const cacheMs = 500

type HealthDeps = Pick<QueryDeps, 'ledger' | 'progress' | 'engine'>

/** Serves the health of ledger and read models, and the lag between them. 503 when one of them fails. */
export function serveHealth(app: FastifyInstance, { ledger, progress, engine }: HealthDeps): void {
  const check = throttled(cacheMs, async () => {
    const ends = await ledger.ends('events')
    await progress.refresh()
    const now = progress.current()
    const lag = now && ends.reduce((sum, end, i) => sum + Math.max(0, end - itemAt(now.checkpoints, i)), 0)
    return {
      status: lag !== null && lag <= tolerableLag ? ('ok' as const) : ('degraded' as const),
      engine,
      generation: now?.generation.id ?? null,
      lag,
    }
  })
  serve(app, getHealth, async () => {
    try {
      return await check()
    } catch {
      throw new HttpError(503, 'The ledger or the database is unavailable', {
        headers: { 'retry-after': '5' },
      })
    }
  })
}
