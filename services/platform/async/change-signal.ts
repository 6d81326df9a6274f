/** A numbered signal that there is something new. */
export interface ChangeSignal {
  last(): number
  notify(): void
  /** Resolves to true on a signal after number `seen`; to false after `ms` milliseconds or on abort. */
  after(seen: number, ms: number, signal: AbortSignal): Promise<boolean>
}

export function changeSignal(): ChangeSignal {
  let last = 0
  const waiting = new Set<() => void>()
  return {
    last: () => last,
    notify() {
      last += 1
      for (const settle of [...waiting]) settle()
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
