import { getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { FastifyInstance } from 'fastify'
import { TimeoutError } from '../../platform/async/with-deadline.ts'
import { singleFlight } from '../../platform/health/reachability.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { throttled } from '../../platform/http/throttled.ts'
import type { AccountsDeps } from '../deps.ts'
import { postgresDirectory } from '../players/postgres-directory.ts'
import { readAudit } from './read-audit.ts'

/** The topic `rules` is read from its start, so responses are cached for this long, ms. */
const cacheMs = 1_000
/** Timeout of the ledger, ms. */
const timeoutMs = 5_000

/** Serves the audit log of operators; 503 while the ledger does not answer. */
export function serveOperatorAudit(
  app: FastifyInstance,
  { database, ledger, push }: Pick<AccountsDeps, 'database' | 'ledger' | 'push'>,
): void {
  const players = postgresDirectory({ database, push })
  app.addHook('onClose', async () => players.stop())
  const readAll = () => readAudit({ database, ledger, players })
  const read = throttled(cacheMs, singleFlight(timeoutMs, readAll, 'reading the audit log'))
  serve(app, getOperatorAudit, async ({ query: { since, until, by, limit } }) => {
    const entries = await read().catch((error: unknown) => {
      if (error instanceof TimeoutError)
        throw new HttpError(503, 'The ledger is slow', { headers: { 'retry-after': '5' } })
      throw error
    })
    const matching = entries.filter(
      ({ at, operator }) =>
        (since === undefined || Date.parse(at) >= Date.parse(since)) &&
        (until === undefined || Date.parse(at) < Date.parse(until)) &&
        (by === undefined || operator?.toLowerCase() === by.toLowerCase()),
    )
    return { total: matching.length, entries: matching.slice(-limit).reverse() }
  })
}
