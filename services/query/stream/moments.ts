/** Moments at which there was more to tell, numbered. */
export interface Moments {
  last(): number
  tell(): void
  /** True as soon as there was one after `seen`; false after `ms` milliseconds, or at once when `signal` says so. */
  after(seen: number, ms: number, signal: AbortSignal): Promise<boolean>
}

export function moments(): Moments {
  let last = 0
  const waiting = new Set<() => void>()
  return {
    last: () => last,
    tell() {
      last += 1
      for (const wake of [...waiting]) wake()
    },
    after(seen, ms, signal) {
      if (last > seen) return Promise.resolve(true)
      if (signal.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(settle)
          signal.removeEventListener('abort', settle)
          resolve(last > seen)
        }
        const timer = setTimeout(settle, ms)
        waiting.add(settle)
        signal.addEventListener('abort', settle)
      })
    },
  }
}
