import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient } from './transient-errors.ts'

const firstWaitMs = 10
const longestWaitMs = 2_000

/**
 * Runs `work` until it succeeds, as long as its error is transient; other errors are thrown at once. Waits 10 ms, then
 * twice as long each time up to 2 s, less a random part so that rivals part. `work` must bear being run again, also
 * when its commit succeeded and only the answer was lost. An aborted signal ends the waiting: the last error is thrown.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  onRetry: (error: unknown, attempt: number) => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || signal?.aborted) throw error
      onRetry(error, attempt)
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt - 1, 10))
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
      if (signal?.aborted) throw error
    }
  }
}
