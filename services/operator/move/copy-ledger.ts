import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { LedgerTarget } from '../../platform/ledger/restore/ledger-target.ts'
import { batchBytes, batchEvents, keyOf } from '../backup/ledger/restore-ledger.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Output } from '../output.ts'

const names: readonly Topic[] = ['events', 'rules']

/** Copies the events that the target does not have yet to their positions. */
export async function copyLedger(
  source: Ledger,
  target: LedgerTarget,
  output: Pick<Output, 'progress'>,
  signal: AbortSignal,
): Promise<void> {
  const of = await missingEvents(source, target)
  let done = 0
  for (const topic of names) {
    const next = await target.ends(topic)
    for await (const batch of source.read(topic, [...next], { maxBatch: batchEvents }))
      for (const events of byPartition(batch)) {
        signal.throwIfAborted()
        const [first] = events
        if (!first) continue
        const { partition, offset } = first
        if (offset !== next[partition] || events.at(-1)?.offset !== offset + events.length - 1)
          throw new Error(`${topic}: the ledger has a gap at ${partition}:${next[partition]}`)
        await target.put(
          topic,
          first,
          events.map(({ bytes }) => ({ key: keyOf(bytes), bytes })),
        )
        next[partition] = offset + events.length
        done += events.length
        output.progress({ what: 'Copying the ledger', done, of: Math.max(done, of), unit: 'events' })
      }
  }
}

/** Splits a batch by partition, and by size: Kafka limits the bytes that are stored at once. */
function* byPartition(batch: readonly RecordedEvent[]): Generator<readonly RecordedEvent[]> {
  const parts = new Map<number, { events: RecordedEvent[]; bytes: number }>()
  for (const event of batch) {
    const size = event.bytes.length
    const part = parts.get(event.partition)
    if (part && part.bytes + size <= batchBytes) {
      part.events.push(event)
      part.bytes += size
      continue
    }
    if (part) yield part.events
    parts.set(event.partition, { events: [event], bytes: size })
  }
  for (const { events } of parts.values()) yield events
}

/**
 * Checks that the events of the target are those of the source: fewer, as an interrupted move leaves them, or with
 * `whole` all. Compares the ends and the last event of each partition. Returns the number of events in the target. Throws
 * CommandFailedError.
 */
export async function checkLedger(
  source: Pick<Ledger, 'ends' | 'at'>,
  target: Pick<Ledger, 'ends' | 'at'>,
  { whole }: { readonly whole: boolean },
): Promise<number> {
  let events = 0
  for (const topic of names) {
    const ends = await source.ends(topic)
    for (const [partition, end] of (await target.ends(topic)).entries()) {
      const expected = itemAt(ends, partition)
      if (whole && end !== expected)
        throw new CommandFailedError(
          `The new ledger ends at ${partition}:${end} of ${topic}, and the old one at ${partition}:${expected}`,
        )
      events += end
      if (end === 0) continue
      const position = { partition, offset: end - 1 }
      const [there, here] = [await target.at(topic, position), await source.at(topic, position)]
      if (!there || !here || Buffer.compare(there.bytes, here.bytes) !== 0)
        throw new CommandFailedError(
          `The new ledger has other events than the old one: ${partition}:${end - 1} of ${topic} differs. Move to an empty one.`,
        )
    }
  }
  return events
}

/** Number of events that the source has beyond the target. */
export async function missingEvents(
  source: Pick<Ledger, 'ends'>,
  target: Pick<LedgerTarget, 'ends'>,
): Promise<number> {
  let missing = 0
  for (const topic of names) missing += sum(await source.ends(topic)) - sum(await target.ends(topic))
  return missing
}

function sum(offsets: readonly number[]): number {
  return offsets.reduce((total, offset) => total + offset, 0)
}
