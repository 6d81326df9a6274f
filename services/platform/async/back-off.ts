import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Exponential back-off with jitter, so that competing clients spread out: waits after the nth failure in a row, from
 * `minMs` doubling up to `maxMs`. Ends early when the signal is aborted.
 */
export async function backOff(
  failures: number,
  signal: AbortSignal | undefined,
  maxMs = 5_000,
  minMs = 100,
): Promise<void> {
  const ms = Math.min(maxMs, minMs * 2 ** Math.min(failures - 1, 10))
  await sleep(ms * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
}
