import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { EventTooLargeError, MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { isDiskFull } from '../platform/database/transient-errors.ts'
import { diskIsFull, HttpError } from '../platform/http/http-error.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'

/** Seconds after which a client may come again. */
const retryAfter = '5'

/**
 * 503, or 507 where there is no room: nothing is wrong with the request. The game keeps the play and sends it again.
 */
export function unavailable(error: unknown): HttpError {
  if (isDiskFull(error)) return diskIsFull()
  return new HttpError(503, 'This cannot be stored right now. Please send it again later.', {
    headers: { 'retry-after': retryAfter },
  })
}

/**
 * Appends to `events`. Throws 503 when the ledger is away or busy, 507 when its disk is full, 413 for an event that no
 * ledger takes.
 */
export function appendOrRefuse(ledger: Ledger, log: Log, key: string, bytes: Uint8Array): Promise<Position> {
  return orRefuse(log, () => ledger.append('events', { key, bytes }))
}

/**
 * What an append gives; its failures are 503 or 507, of an event that no ledger takes 413. What is malformed is our own
 * fault and stays as it is.
 */
export async function orRefuse<T>(log: Log, append: () => Promise<T>): Promise<T> {
  try {
    return await append()
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw new HttpError(413, 'The body is too large to be kept', { field: 'body' })
    if (error instanceof MalformedEventError) throw error
    log.error(`an append failed: ${errorMessage(error)}`)
    throw unavailable(error)
  }
}
