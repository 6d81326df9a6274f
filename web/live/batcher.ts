interface Options<T> {
  readonly deliver: (items: readonly T[]) => void
  /** Called when more than `limit` items were queued; they were dropped. */
  readonly overflow: () => void
  /** Minimum time between two deliveries, ms. */
  readonly pause: number
  readonly limit: number
}

/**
 * Delivers an item at once when idle, then coalesces further items into one batch per `pause`: a hundred messages a
 * second make ten deliveries.
 */
export function createBatcher<T>({ deliver, overflow, pause, limit }: Options<T>): (item: T) => void {
  let waiting: T[] = []
  let throttled = false
  let overflowed = false
  const flush = () => {
    const items = waiting
    const dropped = overflowed
    waiting = []
    overflowed = false
    throttled = items.length > 0 || dropped
    if (!throttled) return
    setTimeout(flush, pause)
    if (dropped) overflow()
    else deliver(items)
  }
  return (item) => {
    if (waiting.length === limit) {
      waiting = []
      overflowed = true
    }
    if (!overflowed) waiting.push(item)
    if (!throttled) flush()
  }
}
