import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { Ledger, NewEvent } from '../../platform/ledger/ledger.ts'
import type { LedgerTarget } from '../../platform/ledger/restore/ledger-target.ts'
import { batchBytes, batchEvents, keyOf } from '../backup/ledger/restore-ledger.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'
import { withNewPositions } from './new-positions.ts'
import type { PartitionMap } from './partition-map.ts'

const names: readonly Topic[] = ['events', 'rules']

export interface LedgerCopy {
  readonly source: Pick<Ledger, 'read' | 'ends' | 'at'>
  readonly target: LedgerTarget
  /** To read what has been copied. */
  readonly copied: Pick<Ledger, 'ends' | 'at'>
  /** Kept from copy to copy: it has the events that were read. */
  readonly map: PartitionMap
}

/**
 * Copies the events that the target does not have yet. With more partitions the first copy reads the source from the
 * start, to find out where they are, and checks that the target has the same ones.
 */
export async function copyLedger(copy: LedgerCopy, { progress, signal }: ProgressOutput): Promise<void> {
  const { source, target, map } = copy
  const ends = { events: await target.ends('events'), rules: await target.ends('rules') }
  const from = { events: map.keepsPositions ? [...ends.events] : map.next(), rules: [...ends.rules] }
  const of =
    sum(await source.ends('events')) + sum(await source.ends('rules')) - sum(Object.values(from).flat())
  let done = 0
  for (const topic of names) {
    const next = from[topic]
    for await (const batch of source.read(topic, [...next], { maxBatch: batchEvents })) {
      signal.throwIfAborted()
      const placed: KeyedEvent[] = []
      let isComplete = true
      for (const { bytes, ...original } of batch) {
        if (original.offset !== next[original.partition])
          throw new Error(
            `${topic}: the ledger has a gap at ${original.partition}:${next[original.partition]}`,
          )
        const key = keyOf(bytes)
        const position = topic === 'rules' || map.keepsPositions ? original : map.add(original, key)
        const translated = topic === 'rules' ? withNewPositions(bytes, map) : bytes
        isComplete = translated !== null
        if (translated === null) break
        next[original.partition] = original.offset + 1
        if (position.offset >= itemAt(ends[topic], position.partition))
          placed.push({ ...position, key, bytes: translated })
        else if (position.offset === itemAt(ends[topic], position.partition) - 1)
          await checkSame(copy.copied, topic, position, bytes)
      }
      const report = (events: number) => {
        done += events
        progress({ what: 'Copying the ledger', done, of: Math.max(done, of), unit: 'events' })
      }
      for (const events of byPartition(placed)) {
        signal.throwIfAborted()
        const [first] = events
        if (!first) continue
        await target.put(topic, first, events)
        report(events.length)
      }
      // The next event names events that were appended since: it is copied after them.
      if (!isComplete) return
      if (placed.length < batch.length) report(batch.length - placed.length)
    }
  }
}

type KeyedEvent = RecordedEvent & NewEvent

/** Splits a batch by partition, and by size: Kafka limits the bytes that are stored at once. */
function* byPartition(batch: readonly KeyedEvent[]): Generator<readonly KeyedEvent[]> {
  const parts = new Map<number, { events: KeyedEvent[]; bytes: number }>()
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
 * `whole` all. Compares the ends and the last event of each partition; without `whole`, and with more partitions, the
 * first event of the ledger. Returns the number of events of the topic `events` in the target. Throws CommandFailedError.
 */
export async function checkLedger(
  { source, copied, map }: Omit<LedgerCopy, 'target'>,
  { whole }: { readonly whole: boolean },
): Promise<number> {
  let events = 0
  for (const topic of names) {
    const isSplit = topic === 'events' && !map.keepsPositions
    const ends = await source.ends(topic)
    const expected = isSplit ? map.endsOf(ends) : ends
    const lasts = isSplit ? map.lastOriginals() : null
    for (const [partition, end] of (await copied.ends(topic)).entries()) {
      if (topic === 'events') events += end
      if (whole && end !== expected?.[partition])
        throw new CommandFailedError(
          `The new ledger ends at ${partition}:${end} of ${topic}, and not at ${partition}:${expected?.[partition]}`,
        )
      if (end === 0 || (isSplit && !whole)) continue
      const offset = topic === 'rules' && !whole && !map.keepsPositions ? 0 : end - 1
      const original = lasts ? lasts[partition] : { partition, offset }
      const here = original && (await source.at(topic, original))
      const bytes = here && (topic === 'rules' ? withNewPositions(here.bytes, map) : here.bytes)
      await checkSame(copied, topic, { partition, offset }, bytes ?? null)
    }
  }
  return events
}

/** Throws CommandFailedError unless the event at this position of the target has these bytes. */
async function checkSame(
  copied: Pick<Ledger, 'at'>,
  topic: Topic,
  { partition, offset }: Position,
  bytes: Uint8Array | null,
): Promise<void> {
  const there = await copied.at(topic, { partition, offset })
  if (!there || !bytes || Buffer.compare(there.bytes, bytes) !== 0)
    throw new CommandFailedError(
      `The new ledger has other events than the old one: ${partition}:${offset} of ${topic} differs. Move to an empty one.`,
    )
}

export async function missingEvents({
  source,
  target,
}: Pick<LedgerCopy, 'source' | 'target'>): Promise<number> {
  let missing = 0
  for (const topic of names) missing += sum(await source.ends(topic)) - sum(await target.ends(topic))
  return missing
}
