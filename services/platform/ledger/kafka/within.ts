/** `work`'s answer, or a rejection once `ms` have passed; what it does later is nobody's concern. */
export async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} took more than ${Math.round(ms)} ms`)),
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
