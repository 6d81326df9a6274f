import { eventClosed } from '@stepledger/contracts/competition/events.ts'
import { playerErased } from '@stepledger/contracts/erasure/events.ts'
import { decodeEnvelope, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { LedgerEvent } from '@stepledger/contracts/events/event-type.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { type Ledger, type NewEvent, partitionOf } from '../../platform/ledger/ledger.ts'
import type { LedgerTarget } from '../../platform/ledger/postgres-target.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { decodeUnlessMalformed } from '../find-play.ts'
import type { ProgressOutput } from '../output.ts'
import { endOf, eventsIn, hashOf, type Manifest, partitionsOf } from './dump-folder.ts'

/** Whether events keep their positions in a ledger with this many partitions. */
export function hasPartitions(dump: Manifest, count: number): boolean {
  return partitionsOf(dump, 'events').length === count
}

interface LedgerLoad {
  readonly folder: string
  readonly dump: Manifest
  readonly target: LedgerTarget
  /** To read what the target has. */
  readonly ledger: Pick<Ledger, 'at' | 'read' | 'partitions'>
  readonly output: ProgressOutput
}

/** A player whose erasure the ledger has. `at`: ms since 1970. */
interface Erasure {
  readonly player: string
  readonly at: number
}

/**
 * Stores the events of a dump that the target does not have yet. The target may be empty, as an interrupted load left it,
 * or with the same partitions longer: a ledger in Kafka that went on after the dump. Returns the erasures among all events.
 * Throws CommandFailedError if it has other events.
 *
 * With the same number of partitions every event keeps its position. With another one each event goes to the partition of
 * its key, in an order that depends on the dump only, so that an interrupted load continues. The events of a key stay in
 * order, as they were in one partition.
 */
export async function loadLedger(load: LedgerLoad): Promise<Erasure[]> {
  const { dump, ledger, output } = load
  const of = sum(dump.ledger.map(endOf))
  let done = 0
  const onLoaded = (events: number) => {
    done += events
    output.progress({ what: 'Loading the ledger', done, of, unit: 'events' })
  }
  const keepsPositions = hasPartitions(dump, ledger.partitions.events)
  const closings = keepsPositions ? [] : await checkpointsOfClosings(load)
  const { erasures, ends } = await loadEvents(load, { keepsPositions, closings, onLoaded })
  await loadRules(load, (bytes) => (keepsPositions ? bytes : withNewPositions(bytes, ledger, ends)), onLoaded)
  return erasures
}

/** The checkpoints of closed competitions, each of which includes those before it. */
async function checkpointsOfClosings({ folder, dump }: LedgerLoad): Promise<number[][]> {
  const found: number[][] = []
  for (const rules of partitionsOf(dump, 'rules'))
    for await (const bytes of eventsIn(folder, rules)) {
      const event = decodeUnlessMalformed({ bytes })
      if (event?.type === 'EventClosed') found.push(event.data.checkpoint)
    }
  found.sort((one, other) => sum(one) - sum(other))
  for (const [nth, checkpoint] of found.entries())
    if (checkpoint.some((next, partition) => next < (found[nth - 1]?.[partition] ?? 0)))
      throw new CommandFailedError(
        'Two competitions were closed at checkpoints of which neither includes the other: load with as many partitions as the dump has.',
      )
  return found
}

interface Placement {
  readonly keepsPositions: boolean
  /**
   * Everything before one of these checkpoints is stored before everything else, so that a checkpoint with the same events
   * exists in the target.
   */
  readonly closings: readonly (readonly number[])[]
  readonly onLoaded: (events: number) => void
}

async function loadEvents(load: LedgerLoad, { keepsPositions, closings, onLoaded }: Placement) {
  const { folder, dump, target, ledger, output } = load
  const count = ledger.partitions.events
  const sources = partitionsOf(dump, 'events')
  const dumpedEnds = sources.map(endOf)
  const targetEnds = await target.ends('events')
  const readers = sources.map((source) => eventsIn(folder, source))
  const read = sources.map(() => 0)
  const placed = new Array<number>(count).fill(0)
  const batches = batchesFor(target, 'events', output.signal, onLoaded)
  const erasures: Erasure[] = []
  /** Checkpoints in the target, by those in the dump. */
  const ends = new Map<string, number[]>()

  function noteErasure({ type, key, at }: Envelope): void {
    if (type === playerErased.type) erasures.push({ player: key, at })
  }
  async function place(source: number, bytes: Buffer): Promise<void> {
    const envelope = envelopeOf(bytes)
    const { key } = envelope
    noteErasure(envelope)
    // An event that cannot be read has no key.
    const wanted = key === '' ? source % count : partitionOf(count, key)
    const partition = keepsPositions ? source : wanted
    const offset = itemAt(placed, partition)
    placed[partition] = offset + 1
    const present = itemAt(targetEnds, partition)
    if (offset >= present) return batches.add({ partition, offset }, { key, bytes })
    const last = keepsPositions ? Math.min(present, itemAt(dumpedEnds, source)) : present
    if (offset === last - 1) await checkSame(ledger, 'events', { partition, offset }, bytes)
    onLoaded(1)
  }

  for (const checkpoint of [...closings, dumpedEnds]) {
    for (const [source, end] of checkpoint.entries())
      while (itemAt(read, source) < end) {
        const next = await itemAt(readers, source).next()
        if (next.done) throw new Error(`the dump ends before ${source}:${end}`)
        read[source] = itemAt(read, source) + 1
        await place(source, next.value)
      }
    ends.set(checkpoint.join(), [...placed])
  }
  await batches.flush()
  // Compares the last checksum of each.
  for (const reader of readers) await reader.next()
  if (!keepsPositions && targetEnds.some((present, partition) => present > itemAt(placed, partition)))
    throw new CommandFailedError(otherEvents('events'))
  if (keepsPositions)
    for await (const newer of ledger.read('events', dumpedEnds))
      for (const { bytes } of newer) noteErasure(envelopeOf(bytes))
  return { erasures, ends }
}

async function loadRules(
  { folder, dump, target, ledger, output }: LedgerLoad,
  rewritten: (bytes: Buffer) => Uint8Array,
  onLoaded: (events: number) => void,
): Promise<void> {
  const [present = 0] = await target.ends('rules')
  const batches = batchesFor(target, 'rules', output.signal, onLoaded)
  for (const rules of partitionsOf(dump, 'rules')) {
    let offset = 0
    const last = Math.min(present, endOf(rules)) - 1
    for await (const bytes of eventsIn(folder, rules)) {
      const position = { partition: 0, offset }
      const event = rewritten(bytes)
      if (offset === last) await checkSame(ledger, 'rules', position, event)
      if (offset >= present) await batches.add(position, { key: envelopeOf(bytes).key, bytes: event })
      else onLoaded(1)
      offset += 1
    }
  }
  await batches.flush()
}

/** The two types of events that name positions: LedgerCreated by the number of partitions, EventClosed by a checkpoint. */
function withNewPositions(
  bytes: Buffer,
  { partitions }: Pick<Ledger, 'partitions'>,
  ends: ReadonlyMap<string, number[]>,
): Uint8Array {
  const event = decodeUnlessMalformed({ bytes })
  if (event?.type === 'LedgerCreated')
    return encodeEvent(ledgerCreated, { ...event, data: { ...event.data, partitions: partitions.events } })
  if (event?.type !== 'EventClosed') return bytes
  const checkpoint = ends.get(event.data.checkpoint.join())
  if (!checkpoint) throw new Error('a closing names a checkpoint that was not loaded')
  return encodeEvent(eventClosed, { ...event, data: { ...event.data, checkpoint } })
}

type Envelope = Pick<LedgerEvent, 'type' | 'key' | 'at'>

/** Type and ordering key of an event. One that cannot be read has neither: it is parked where it is folded. */
function envelopeOf(bytes: Uint8Array): Envelope {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return { type: '', key: '', at: 0 }
  }
}

/** Throws CommandFailedError unless the target has this event there. */
async function checkSame(
  ledger: Pick<Ledger, 'at'>,
  topic: Topic,
  position: Position,
  bytes: Uint8Array,
): Promise<void> {
  const present = await ledger.at(topic, position)
  if (!present || hashOf(present.bytes) !== hashOf(bytes)) throw new CommandFailedError(otherEvents(topic))
}

const otherEvents = (topic: Topic) =>
  `The ledger there has events of the topic ${topic} that are not in the dump. Load into an empty one: a new database, or another prefix in LEDGER_URL.`

/** Limits of a batch for one partition, unless a single event needs more, and of all batches together. */
const maxEvents = 1_000
const maxBytes = 4 * 1024 * 1024
const maxTotalBytes = 16 * 1024 * 1024

/** Batches events by partition. They are added in the order of their offsets. */
function batchesFor(
  target: LedgerTarget,
  topic: Topic,
  signal: AbortSignal,
  onStored: (events: number) => void,
) {
  const pending = new Map<number, { first: Position; events: NewEvent[]; bytes: number }>()
  let total = 0

  async function store(partition: number): Promise<void> {
    const batch = pending.get(partition)
    if (!batch) return
    signal.throwIfAborted()
    pending.delete(partition)
    total -= batch.bytes
    await target.put(topic, batch.first, batch.events)
    onStored(batch.events.length)
  }
  async function flush(): Promise<void> {
    for (const partition of [...pending.keys()]) await store(partition)
  }
  return {
    flush,
    async add(position: Position, event: NewEvent): Promise<void> {
      const { length } = event.bytes
      const full = pending.get(position.partition)
      if (full && (full.events.length >= maxEvents || full.bytes + length > maxBytes))
        await store(position.partition)
      if (total + length > maxTotalBytes) await flush()
      const batch = pending.get(position.partition) ?? { first: position, events: [], bytes: 0 }
      batch.events.push(event)
      batch.bytes += length
      pending.set(position.partition, batch)
      total += length
    },
  }
}
