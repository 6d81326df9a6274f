import pTimeout from 'p-timeout'

/** No answer came in time. */
export class TimeoutError extends Error {
  override readonly name = 'TooLateError'
}

/** `work`'s answer, or TooLateError once `ms` have passed; what it does later is nobody's concern. */
export async function withDeadline<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  const message = new TimeoutError(`${what} took more than ${Math.round(ms)} ms`)
  return pTimeout(work, { milliseconds: Math.max(1, ms), message })
}

/** `work`'s answer, or the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return pTimeout(work, { milliseconds: Number.POSITIVE_INFINITY, signal })
}
