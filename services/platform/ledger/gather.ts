import { LedgerBusyError } from './ledger-errors.ts'

export interface GatherOptions<Item, Answer> {
  /** Sends a batch; gives an answer for each item, in order. When it throws, every caller of the batch gets that error. */
  send(batch: readonly Item[]): Promise<readonly Answer[]>
  bytesOf(item: Item): number
  /** How long the first of a batch waits for others. */
  readonly gatherMs: number
  /** A batch is sent at once when it has so many bytes, and holds no more, unless a single item does. */
  readonly batchBytes: number
  /** Above so many bytes, the batch at hand included, LedgerBusyError is the answer. */
  readonly queueBytes: number
}

export interface Gatherer<Item, Answer> {
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
 * Gathers items of many callers into batches, in order, with one batch on its way at a time. Whoever comes while one is on its way goes
 * with the next, sent as soon as that one has landed.
 */
export function gather<Item, Answer>(options: GatherOptions<Item, Answer>): Gatherer<Item, Answer> {
  const { send, bytesOf, gatherMs, batchBytes, queueBytes } = options
  let waiting: Waiting<Item, Answer>[] = []
  let waitingBytes = 0
  let sendingBytes = 0
  let timer: NodeJS.Timeout | null = null
  let sending = false
  let work = Promise.resolve()

  function start(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (!sending) work = sendAll()
  }

  async function sendAll(): Promise<void> {
    sending = true
    while (waiting.length > 0) {
      const batch = take()
      try {
        const answers = await send(batch.map((w) => w.item))
        for (const [i, w] of batch.entries()) {
          const answer = answers[i]
          if (answer === undefined) w.reject(new Error('no answer came back for this item'))
          else w.resolve(answer)
        }
      } catch (error) {
        for (const w of batch) w.reject(error)
      }
      sendingBytes = 0
    }
    // In the same step as the last look at what is waiting: whoever is added from now on starts anew.
    sending = false
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
        if (waitingBytes >= batchBytes) start()
        else if (!sending) timer ??= setTimeout(start, gatherMs)
      })
    },
    async drained() {
      start()
      await work
    },
  }
}
