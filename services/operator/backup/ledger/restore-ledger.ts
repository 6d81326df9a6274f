import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { NewEvent } from '../../../platform/ledger/ledger.ts'
import type { LedgerTarget } from '../../../platform/ledger/restore/ledger-target.ts'
import type { ProgressOutput } from '../../output.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Manifest } from '../manifest.ts'
import { eventsOf } from './segment-format.ts'

interface LedgerRestore {
  readonly files: FileStore
  readonly target: LedgerTarget
  readonly output: ProgressOutput
}

/** Maximum size of a batch: events, and bytes unless a single event needs more. */
export const batchEvents = 1_000
export const batchBytes = 4 * 1024 * 1024

/**
 * Stores the events of a backup that the target does not have yet, at their positions. The topic `rules` comes last:
 * until it is there, no server starts on this ledger.
 */
export async function restoreLedger(manifest: Manifest, restore: LedgerRestore): Promise<void> {
  const of = sum(manifest.ends.events) + sum(manifest.ends.rules)
  let done = 0
  const onStored = (events: number) => {
    done += events
    restore.output.progress({ what: 'Restoring the ledger', done, of, unit: 'events' })
  }
  for (const topic of ['events', 'rules'] as const)
    for (const [partition, end] of (await restore.target.ends(topic)).entries())
      await restorePartition(manifest, topic, partition, end, restore, onStored)
}

async function restorePartition(
  { segments }: Manifest,
  topic: Topic,
  partition: number,
  end: number,
  { files, target, output }: LedgerRestore,
  onStored: (events: number) => void,
): Promise<void> {
  let next = end
  let batch: NewEvent[] = []
  let bytes = 0
  async function flush(): Promise<void> {
    if (batch.length === 0) return
    output.signal.throwIfAborted()
    await target.put(topic, { partition, offset: next }, batch)
    next += batch.length
    onStored(batch.length)
    batch = []
    bytes = 0
  }
  for (const segment of segments) {
    if (segment.topic !== topic || segment.partition !== partition || segment.to <= end) continue
    let offset = segment.from
    for await (const event of eventsOf(files.read(segment.file))) {
      if (offset++ < end) continue
      if (batch.length >= batchEvents || (batch.length > 0 && bytes + event.length > batchBytes))
        await flush()
      batch.push({ key: keyOf(event), bytes: event })
      bytes += event.length
    }
  }
  await flush()
}

/** The ordering key, which is part of the event. An unreadable event has none, and its partition is known. */
export function keyOf(bytes: Uint8Array): string {
  try {
    return decodeEnvelope(bytes).key
  } catch {
    return ''
  }
}

/** The events of the topic `events` from these offsets on, one by one, in order within each partition. */
export async function* eventsFrom(
  { segments }: Manifest,
  files: FileStore,
  from: readonly number[],
): AsyncGenerator<RecordedEvent> {
  for (const segment of segments) {
    const { topic, partition, to } = segment
    const first = from[partition] ?? 0
    if (topic !== 'events' || to <= first) continue
    let offset = segment.from
    for await (const bytes of eventsOf(files.read(segment.file))) {
      if (offset >= first) yield { partition, offset, bytes }
      offset += 1
    }
  }
}
