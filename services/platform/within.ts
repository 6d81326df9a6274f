/** No answer came in time. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError'
}

/** `work`'s answer, or TooLateError once `ms` have passed; what it does later is nobody's concern. */
export async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TooLateError(`${what} took more than ${Math.round(ms)} ms`)),
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** `work`'s answer, or the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
