import { setTimeout as sleep } from 'node:timers/promises'

const firstMs = 100

/**
 * Exponential back-off with jitter: waits after the nth failure in a row, from 0.1 s doubling up to `maxDelayMs`. Ends
 * early when the signal is aborted.
 */
export async function backOff(failures: number, signal: AbortSignal, maxDelayMs = 5000): Promise<void> {
  const ms = Math.min(maxDelayMs, firstMs * 2 ** Math.min(failures - 1, 10))
  await sleep(ms * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
}
