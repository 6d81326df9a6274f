import { LedgerBusyError } from './ledger-errors.ts'

export interface BatcherOptions<Item, Answer> {
  /**
   * Sends a batch; gives an answer for each item, in order. When it throws, every caller of the batch gets that error.
   */
  send(batch: readonly Item[]): Promise<readonly Answer[]>
  bytesOf(item: Item): number
  /** A batch starts so long after the one before, at least: who comes alone waits for nobody, many gather. */
  readonly lingerMs: number
  /** A batch is sent sooner when it has this many bytes, and holds no more, unless a single item does. */
  readonly batchBytes: number
  /** Above this many bytes, the batch at hand included, LedgerBusyError is the answer. */
  readonly queueBytes: number
}

export interface Batcher<Item, Answer> {
  add(item: Item): Promise<Answer>
  /** Resolves when all that was added before has its answer. */
  drained(): Promise<void>
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly bytes: number
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Gathers items of many callers into batches, in order, with one batch on its way at a time. Anyone who comes in the
 * same turn of the event loop, or while a batch is on its way, goes with the next one.
 */
export function createBatcher<Item, Answer>(options: BatcherOptions<Item, Answer>): Batcher<Item, Answer> {
  const { send, bytesOf, lingerMs, batchBytes, queueBytes } = options
  let waiting: Waiting<Item, Answer>[] = []
  let waitingBytes = 0
  let sendingBytes = 0
  let sending: Promise<void> | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let cancelStart: (() => void) | null = null
  let draining = 0

  function plan(): void {
    if (sending || waiting.length === 0) return
    if (draining > 0 || waitingBytes >= batchBytes) start()
    else cancelStart ??= startIn(startedAt + lingerMs - performance.now())
  }

  function startIn(ms: number): () => void {
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
    sending = sendBatch(take()).then((settle) => {
      // All in one step: who hears the answer finds the room that its item took free again.
      settle()
      sendingBytes = 0
      sending = null
      plan()
    })
  }

  /** Gives what hands out the answers. */
  async function sendBatch(batch: readonly Waiting<Item, Answer>[]): Promise<() => void> {
    try {
      const answers = await send(batch.map((w) => w.item))
      return () => {
        for (const [i, w] of batch.entries()) {
          const answer = answers[i]
          if (answer === undefined) w.reject(new Error('no answer came back for this item'))
          else w.resolve(answer)
        }
      }
    } catch (error) {
      return () => {
        for (const w of batch) w.reject(error)
      }
    }
  }

  function take(): Waiting<Item, Answer>[] {
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
      const held = waitingBytes + sendingBytes
      if (held > 0 && held + bytes > queueBytes)
        return Promise.reject(new LedgerBusyError(`${held} bytes are waiting to be appended`))
      return new Promise((resolve, reject) => {
        waiting.push({ item, bytes, resolve, reject })
        waitingBytes += bytes
        plan()
      })
    },
    async drained() {
      draining += 1
      plan()
      while (sending) await sending
      draining -= 1
    },
  }
}
