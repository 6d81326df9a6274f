import { getOperations } from '@stepledger/contracts/http/operations.ts'
import type { FastifyInstance } from 'fastify'
import { singleFlight, throttled } from '../platform/async/single-flight.ts'
import { TimeoutError } from '../platform/async/with-deadline.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import type { QueryDeps } from './deps.ts'

/** Responses are cached for this long, ms, however many operators look. */
const cacheMs = 1_000
/** Timeout of the database, ms. Above that of the ledger, which is read beside it. */
const timeoutMs = 5_000

/** Serves the state of folding to operators; 503 while the database does not answer. */
export function serveOperations(
  app: FastifyInstance,
  { readOperations }: Pick<QueryDeps, 'readOperations'>,
): void {
  const read = throttled(cacheMs, singleFlight(timeoutMs, readOperations, 'reading the state of folding'))
  serve(app, getOperations, () => read().catch(slow))
}

function slow(error: unknown): never {
  if (error instanceof TimeoutError)
    throw new HttpError(503, 'The database is slow', { headers: { 'retry-after': '5' } })
  throw error
}
