import { backOff } from '../async/back-off.ts'
import { isTransient } from './transient-errors.ts'

const minWaitMs = 10
const maxWaitMs = 2_000

/** For how long to retry: until a signal is aborted, or for a time from the call on, ms. */
export type RetryLimit = AbortSignal | number

/**
 * Retries `work` on transient errors, with back-off from 10 ms to 2 s; other errors are thrown at once. `work` must be
 * idempotent: its commit may have succeeded although the response was lost. At the limit, the last error is thrown.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  limit?: RetryLimit,
  onRetry: (error: unknown) => void = () => {},
): Promise<T> {
  const startedAt = performance.now()
  let signal = typeof limit === 'number' ? undefined : limit
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      // Only now: a timer and a signal for each call, nearly all of which succeed, would cost as much as the call.
      if (typeof limit === 'number')
        signal ??= AbortSignal.timeout(Math.max(0, Math.ceil(startedAt + limit - performance.now())))
      if (!isTransient(error) || signal?.aborted) throw error
      onRetry(error)
      await backOff(attempt, signal, maxWaitMs, minWaitMs)
      if (signal?.aborted) throw error
    }
  }
}
