import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { EventTooLargeError, MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { isDiskFull } from '../platform/database/transient-errors.ts'
import { diskIsFull, HttpError } from '../platform/http/http-error.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'

/** Seconds. */
const retryAfter = '5'

/** 507 when the disk is full, else 503. The game keeps the play and retries. */
export function unavailable(error: unknown): HttpError {
  if (isDiskFull(error)) return diskIsFull()
  return new HttpError(503, "This can't be saved right now. Please try again later.", {
    headers: { 'retry-after': retryAfter },
  })
}

/**
 * Appends to `events`. Throws 503 when the ledger is unavailable or overloaded, 507 when its disk is full, 413 when the
 * event exceeds the size limit.
 */
export function appendEvent(ledger: Ledger, log: Log, key: string, bytes: Uint8Array): Promise<Position> {
  return withHttpErrors(log, () => ledger.append('events', { key, bytes }))
}

/** Maps errors of an append to 413, 503 or 507. A malformed event is a bug, so its error is rethrown as it is. */
export async function withHttpErrors<T>(log: Log, append: () => Promise<T>): Promise<T> {
  try {
    return await append()
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw new HttpError(413, 'The body is too large', { field: 'body' })
    if (error instanceof MalformedEventError) throw error
    log.error(`an append failed: ${errorMessage(error)}`)
    throw unavailable(error)
  }
}
