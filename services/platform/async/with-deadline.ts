import pTimeout from 'p-timeout'

/** Thrown after a timeout. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Settles like `work`, or rejects with TimeoutError after `ms`; a later rejection of `work` is ignored. */
export async function withDeadline<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  const milliseconds = Math.max(1, ms)
  const message = new TimeoutError(`${what} took more than ${Math.round(milliseconds)} ms`)
  return pTimeout(work, { milliseconds, message })
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return pTimeout(work, { milliseconds: Number.POSITIVE_INFINITY, signal })
}
