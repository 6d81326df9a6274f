/** A page never waits longer for what its head tells, ms. */
const patience = 500

/** What `reading` comes to, `unknown` where it takes too long. */
export async function withTimeout<T>(reading: Promise<T>): Promise<T | 'unknown'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'unknown'>((resolve) => {
    timer = setTimeout(resolve, patience, 'unknown')
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
    // Who comes too late may fail without anybody to tell.
    reading.catch(() => {})
  }
}
