import PQueue from 'p-queue'

interface AtOnceOptions {
  /** Maximum number of concurrent calls. */
  readonly atOnce: number
  readonly signal: AbortSignal
  /** Called after each call, with the number of calls so far. */
  readonly onProgress: (done: number) => void
}

/**
 * Maps items by an asynchronous function, concurrently. Rejects with the first error, or the reason of the signal; no
 * further call begins then.
 */
export function mapAtOnce<T, R>(
  items: readonly T[],
  { atOnce, signal, onProgress }: AtOnceOptions,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const queue = new PQueue({ concurrency: atOnce })
  let done = 0
  return queue.addAll(
    items.map((item) => async () => {
      try {
        signal.throwIfAborted()
        const mapped = await map(item)
        onProgress(++done)
        return mapped
      } catch (error) {
        queue.clear()
        throw error
      }
    }),
  )
}
