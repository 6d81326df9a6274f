import { setTimeout as sleep } from 'node:timers/promises'
import { unlessAborted } from '../platform/async/with-deadline.ts'

/** Time for a command to end by itself after an interrupt, such as to drop temporary tables, ms. */
const graceMs = 1_500

/**
 * Settles like `work`. If it has not ended 1.5 s after an interrupt, as in a long statement, rejects with the signal's
 * reason: closing the connections rolls back what it does, and a command that was killed can be repeated.
 */
export async function endOnInterrupt<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const abandon = () => sleep(graceMs).then(() => ended.abort(signal.reason))
  if (signal.aborted) void abandon()
  else signal.addEventListener('abort', abandon, { once: true })
  try {
    return await unlessAborted(ended.signal, work)
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
