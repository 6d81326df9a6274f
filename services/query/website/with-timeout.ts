import pTimeout from 'p-timeout'

/** Timeout of reads for the head of a page, ms. */
const timeoutMs = 500

/** Resolves to the value of `promise`, or to `unknown` on a timeout. A later rejection is ignored. */
export function withTimeout<T>(promise: Promise<T>): Promise<T | 'unknown'> {
  return pTimeout(promise, { milliseconds: timeoutMs, fallback: () => 'unknown' as const })
}
