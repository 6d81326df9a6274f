import { EventTooLargeError, MalformedEventError } from '@stepledger/contracts/events/event-type.ts'
import { isDiskFull } from '../platform/database/transient-errors.ts'
import { diskIsFull, HttpError, type Refusal } from '../platform/http/http-error.ts'

/** Seconds. */
const retryAfter = '5'

/**
 * 507 when the disk is full, else 503. The game keeps the play and retries. The log of the failed request has the error
 * as its cause, and the id of the play.
 */
export function unavailable(
  cause: unknown,
  refusal: Refusal,
  about?: { readonly playId: number },
): HttpError {
  if (isDiskFull(cause)) return diskIsFull()
  const message = "This can't be saved right now. Please try again later."
  const headers = { 'retry-after': retryAfter }
  return new HttpError(503, message, { headers, refusal, ...(about ? { about } : {}) }, { cause })
}

/** Maps errors of an append to 413, 503 or 507. A malformed event is a bug, so its error is rethrown as it is. */
export async function withHttpErrors<T>(
  append: () => Promise<T>,
  about?: { readonly playId: number },
): Promise<T> {
  try {
    return await append()
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw new HttpError(413, 'The body is too large', { field: 'body' })
    if (error instanceof MalformedEventError) throw error
    throw unavailable(error, 'ledger', about)
  }
}
