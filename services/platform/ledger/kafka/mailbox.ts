/** Values wait here, in order, for the one who takes them. */
export interface Mailbox<T> {
  put(value: T): void
  /** The next value, once there is one. One caller at a time. */
  take(): Promise<T>
}

export function mailbox<T>(): Mailbox<T> {
  const held: { value: T }[] = []
  let waiting: ((value: T) => void) | null = null
  return {
    put(value) {
      const taker = waiting
      waiting = null
      if (taker) taker(value)
      else held.push({ value })
    },
    take() {
      const next = held.shift()
      if (next) return Promise.resolve(next.value)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}
