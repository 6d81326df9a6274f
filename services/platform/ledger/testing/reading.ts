import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger, NewEvent, Offsets } from '../ledger.ts'

export function event(key: string, text: string): NewEvent {
  return { key, bytes: Buffer.from(text) }
}

/** The events' bytes as text; of null, "nothing". */
export function textsOf(recorded: readonly (RecordedEvent | null)[]): string[] {
  return recorded.map((r) => (r ? Buffer.from(r.bytes).toString() : 'nothing'))
}

export async function readAll(
  ledger: Ledger,
  topic: Topic,
  from: Offsets = [],
  options?: { to?: Offsets; maxBatch?: number },
): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for await (const batch of ledger.read(topic, from, options)) all.push(...batch)
  return all
}

interface FollowOptions {
  readonly maxBatch?: number
  /** Where to resume; advanced with each batch. */
  readonly checkpoint?: Map<number, number>
  /** Number of batches at the start for which the handler throws. */
  readonly failures?: number
  /** The handler waits for this. */
  readonly holdUntil?: Promise<void>
}

export interface Following {
  /** The handled events, in order. */
  readonly read: readonly RecordedEvent[]
  /** The batches for which the handler threw. */
  readonly failed: readonly (readonly RecordedEvent[])[]
  resumed(): number
  /** Resolve after this many handled events, started batches, or calls of `resume`. */
  until(events: number): Promise<void>
  untilBegun(batches: number): Promise<void>
  untilResumed(times: number): Promise<void>
  stop(): Promise<void>
}

/** Subscribes and records what it reads. */
export function follow(ledger: Ledger, topic: Topic, options: FollowOptions = {}): Following {
  const { maxBatch = 100, checkpoint = new Map<number, number>(), failures = 0, holdUntil } = options
  const read: RecordedEvent[] = []
  const failed: (readonly RecordedEvent[])[] = []
  const waiting = new Set<() => void>()
  let begun = 0
  let resumed = 0

  const checkWaiting = () => {
    for (const check of [...waiting]) check()
  }
  const until = (reached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!reached()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })

  const subscription = ledger.subscribe({
    topic,
    group: 'test',
    maxBatch,
    async resume() {
      resumed++
      checkWaiting()
      return new Map(checkpoint)
    },
    async handle(batch) {
      begun++
      checkWaiting()
      await holdUntil
      if (failed.length < failures) {
        failed.push(batch)
        throw new Error('the handler fails as configured')
      }
      for (const { partition, offset } of batch) checkpoint.set(partition, offset + 1)
      read.push(...batch)
      checkWaiting()
    },
  })

  return {
    read,
    failed,
    resumed: () => resumed,
    until: (events) => until(() => read.length >= events),
    untilBegun: (batches) => until(() => begun >= batches),
    untilResumed: (times) => until(() => resumed >= times),
    stop: () => subscription.stop(),
  }
}

/** Numbers of faulty events of a run. */
interface Verdict {
  /** Acknowledged but not stored. */
  readonly lost: number
  readonly doubled: number
  /** Stored before an event of the same key that was acknowledged earlier, or with a gap in the offsets. */
  readonly outOfOrder: number
  /** Stored but never acknowledged. */
  readonly phantom: number
}

/** Compares the acknowledged texts, which are unique and begin with their key and a space, with those read. */
export function verdictOf(acknowledged: readonly string[], read: readonly RecordedEvent[]): Verdict {
  const indexes = new Map<string, number>()
  const next = new Map<number, number>()
  let doubled = 0
  let outOfOrder = 0
  for (const [index, text] of textsOf(read).entries()) {
    if (indexes.has(text)) doubled++
    else indexes.set(text, index)
  }
  for (const { partition, offset } of read) {
    if (offset !== (next.get(partition) ?? 0)) outOfOrder++
    next.set(partition, offset + 1)
  }
  const last = new Map<string, number>()
  let lost = 0
  for (const text of acknowledged) {
    const index = indexes.get(text)
    if (index === undefined) {
      lost++
      continue
    }
    const [key = ''] = text.split(' ')
    if (index < (last.get(key) ?? -1)) outOfOrder++
    last.set(key, index)
  }
  const known = new Set(acknowledged)
  const phantom = [...indexes.keys()].filter((text) => !known.has(text)).length
  return { lost, doubled, outOfOrder, phantom }
}
