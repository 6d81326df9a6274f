/** An unbounded FIFO queue with one asynchronous consumer. */
export function mailbox<T>() {
  const queued: { value: T }[] = []
  let waiting: ((value: T) => void) | null = null
  return {
    put(value: T) {
      const consumer = waiting
      waiting = null
      if (consumer) consumer(value)
      else queued.push({ value })
    },
    /** Resolves with the next value, once there is one. One caller at a time. */
    take() {
      const next = queued.shift()
      if (next) return Promise.resolve(next.value)
      return new Promise<T>((resolve) => {
        waiting = resolve
      })
    },
  }
}
