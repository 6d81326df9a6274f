interface Options<T> {
  readonly deliver: (items: readonly T[]) => void
  /** More came than `most`: all of it was dropped. */
  readonly overflow: () => void
  /** Milliseconds between two deliveries. */
  readonly pause: number
  readonly most: number
}

/**
 * Hands on at once what comes alone, and in one go what comes in a rush: a hundred messages a second make ten
 * deliveries.
 */
export function createBatcher<T>({ deliver, overflow, pause, most }: Options<T>): (item: T) => void {
  let waiting: T[] = []
  let resting = false
  let flooded = false
  const hand = () => {
    const items = waiting
    const lost = flooded
    waiting = []
    flooded = false
    resting = items.length > 0 || lost
    if (!resting) return
    setTimeout(hand, pause)
    if (lost) overflow()
    else deliver(items)
  }
  return (item) => {
    if (waiting.length === most) {
      waiting = []
      flooded = true
    }
    if (!flooded) waiting.push(item)
    if (!resting) hand()
  }
}
