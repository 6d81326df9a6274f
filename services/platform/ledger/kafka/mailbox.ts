/** An unbounded FIFO queue with one asynchronous consumer. */
interface Mailbox<T> {
  put(value: T): void
  /** Resolves with the next value, once there is one. One caller at a time. */
  take(): Promise<T>
}

export function mailbox<T>(): Mailbox<T> {
  const queued: { value: T }[] = []
  let waiting: ((value: T) => void) | null = null
  return {
    put(value) {
      const consumer = waiting
      waiting = null
      if (consumer) consumer(value)
      else queued.push({ value })
    },
    take() {
      const next = queued.shift()
      if (next) return Promise.resolve(next.value)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}
