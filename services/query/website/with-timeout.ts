/** Timeout of reads for the head of a page, ms. */
const timeoutMs = 500

/** Resolves to the value of `promise`, or to `unknown` on a timeout. A later rejection is ignored. */
export async function withTimeout<T>(promise: Promise<T>): Promise<T | 'unknown'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'unknown'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'unknown')
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
    promise.catch(() => {})
  }
}
