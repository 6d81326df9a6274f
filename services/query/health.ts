import { getHealth } from '@stepledger/contracts/http/health.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { throttled } from '../platform/http/throttled.ts'
import type { QueryDeps } from './deps.ts'

/** This many events behind, and this server is not well. */
const tolerableLag = 10_000

/** Anyone who asks more often than this gets the same answer, ms: no limit counts who asks. */
const keptMs = 500

type HealthDeps = Pick<QueryDeps, 'ledger' | 'progress' | 'engine'>

/** Whether ledger and read models answer, and how far apart they are. 503 when one of them does not. */
export function serveHealth(app: FastifyInstance, { ledger, progress, engine }: HealthDeps): void {
  const look = throttled(keptMs, async () => {
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
      return await look()
    } catch {
      throw new HttpError(503, 'The ledger or the database does not answer', {
        headers: { 'retry-after': '5' },
      })
    }
  })
}
