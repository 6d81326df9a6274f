import { getHealth, type SilentPart } from '@stepledger/contracts/http/site.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance } from 'fastify'
import { singleFlight, throttled } from '../platform/async/single-flight.ts'
import { type Reached, silenceOf } from '../platform/health/reachability.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import type { QueryDeps } from './deps.ts'

/** Lag, in events, above which the status is `degraded`. */
const tolerableLag = 10_000

/** Responses are cached for this long, ms, because the call has no rate limit. */
const cacheMs = 500
/** Timeout of the lag, ms. */
const timeoutMs = 1_000

type HealthDeps = Pick<QueryDeps, 'ledger' | 'progress' | 'engine' | 'parts'>

/**
 * Serves the health of ledger and read models, and the lag between them, within two seconds. 503 when one of them does
 * not answer, with its name and for how long. Other parts that do not answer are named in the response.
 */
export function serveHealth(app: FastifyInstance, { ledger, progress, engine, parts }: HealthDeps): void {
  const { disk } = app.guards
  const readEnds = singleFlight(timeoutMs, () => ledger.ends('events'), 'reading the ends of the ledger')
  const refresh = singleFlight(timeoutMs, () => progress.refresh().then(() => true), 'reading the progress')
  const check = throttled(cacheMs, async () => {
    const [reached, ends, isRefreshed] = await Promise.all([
      parts.probe(),
      readEnds().catch(() => null),
      refresh().catch(() => false),
    ])
    const needed = reached.filter(({ part: { name } }) => name === 'database' || name === 'ledger')
    const now = progress.current()
    const lag =
      now && ends
        ? ends.reduce((sum, end, i) => sum + Math.max(0, end - itemAt(now.checkpoints, i)), 0)
        : null
    return {
      isUp: needed.every(({ silentMs }) => silentMs === null),
      sentences: silenceOf(reached),
      silent: reached.flatMap(silentPart),
      unread: isRefreshed ? (ends ? null : 'ledger') : 'database',
      state: { generation: now?.generation.id ?? null, lag },
    }
  })
  serve(app, getHealth, async () => {
    const { isUp, sentences, silent, unread, state } = await check()
    if (!isUp || unread !== null)
      throw new HttpError(
        503,
        [...(isUp ? [`The ${unread} does not answer`] : []), ...sentences].join('; '),
        {
          headers: { 'retry-after': '5' },
        },
      )
    const diskLow = disk.isLow()
    const isWell = state.lag !== null && state.lag <= tolerableLag && !diskLow && silent.length === 0
    return {
      status: isWell ? ('ok' as const) : ('degraded' as const),
      engine,
      ...state,
      disk: diskLow ? ('low' as const) : ('ok' as const),
      silent,
    }
  })
}

function silentPart({ part: { name, product }, silentMs }: Reached): SilentPart[] {
  if (silentMs === null || name === 'database' || name === 'ledger') return []
  return [{ name, product, silentSeconds: Math.round(silentMs / 1000) }]
}
