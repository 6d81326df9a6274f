import { LedgerBusyError } from './ledger.ts'

export interface BatcherOptions<Item, Result> {
  /**
   * Sends a batch and returns one result per item, in order. If it throws, every caller of the batch gets that error.
   */
  send(batch: readonly Item[]): Promise<readonly Result[]>
  bytesOf(item: Item): number
  /** Minimum interval between the starts of two batches, ms: a single item is sent at once, a burst is batched. */
  readonly lingerMs: number
  /** Maximum size of a batch, unless one item alone exceeds it. A batch of this size is sent without lingering. */
  readonly batchBytes: number
  /** Limit of queued bytes including the batch in flight; beyond it `add` rejects with LedgerBusyError. */
  readonly queueBytes: number
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>
  /** Resolves once all items added before are settled. */
  drained(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly bytes: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Coalesces items of concurrent callers into batches, in order, with one batch in flight at a time. Items added in the
 * same turn of the event loop, or while a batch is in flight, go into the next batch.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { send, bytesOf, lingerMs, batchBytes, queueBytes } = options
  let waiting: Waiting<Item, Result>[] = []
  let waitingBytes = 0
  let sendingBytes = 0
  let sending: Promise<void> | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let cancelStart: (() => void) | null = null
  let draining = 0

  function schedule(): void {
    if (sending || waiting.length === 0) return
    if (draining > 0 || waitingBytes >= batchBytes) start()
    else cancelStart ??= startAfter(startedAt + lingerMs - performance.now())
  }

  function startAfter(ms: number): () => void {
    if (ms > 0) {
      const timer = setTimeout(start, ms)
      return () => clearTimeout(timer)
    }
    const immediate = setImmediate(start)
    return () => clearImmediate(immediate)
  }

  function start(): void {
    cancelStart?.()
    cancelStart = null
    startedAt = performance.now()
    sending = sendBatch(dequeueBatch()).then((settle) => {
      // In one turn: a caller that adds again when its promise settles finds the queued bytes already released.
      settle()
      sendingBytes = 0
      sending = null
      schedule()
    })
  }

  /** Returns the function that settles the callers of the batch. */
  async function sendBatch(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await send(batch.map((w) => w.item))
      return () => {
        for (const [i, w] of batch.entries()) {
          const result = results[i]
          if (result === undefined) w.reject(new Error('the batch returned no result for this item'))
          else w.resolve(result)
        }
      }
    } catch (error) {
      return () => {
        for (const w of batch) w.reject(error)
      }
    }
  }

  function dequeueBatch(): Waiting<Item, Result>[] {
    let count = 0
    for (const { bytes } of waiting) {
      if (count > 0 && sendingBytes + bytes > batchBytes) break
      sendingBytes += bytes
      count++
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    waitingBytes -= sendingBytes
    return batch
  }

  return {
    add(item) {
      const bytes = bytesOf(item)
      const queued = waitingBytes + sendingBytes
      if (queued > 0 && queued + bytes > queueBytes)
        return Promise.reject(new LedgerBusyError(`${queued} bytes are waiting to be appended`))
      return new Promise((resolve, reject) => {
        waiting.push({ item, bytes, resolve, reject })
        waitingBytes += bytes
        schedule()
      })
    },
    async drained() {
      draining += 1
      schedule()
      while (sending) await sending
      draining -= 1
    },
  }
}
