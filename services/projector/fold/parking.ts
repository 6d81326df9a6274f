import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { NewerEventError } from '@stepledger/contracts/events/event-type.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { FencedError } from './fence.ts'
import type { Prepared } from './prepare-batch.ts'

interface ParkingDecision {
  readonly events: readonly FoldEvent[]
  readonly parked: readonly Parked[]
  /** Number of events of unknown types, which are skipped. */
  readonly unknown: number
}

/** What is done with an event: it is folded, parked, or skipped because its type is unknown. */
type Classified = { readonly event: FoldEvent } | { readonly parked: Parked } | 'unknown'

/**
 * Decides for the events of a batch, in its order, which are folded and which are parked: those that can't be decoded or
 * scored, and all later ones of a parked key. The live fold and a bulk build share it. Throws UnfoldableError for an
 * event of a newer release, because skipping it would lose its data.
 */
export function eventClassifier(parkedKeys: ReadonlySet<string>): (item: Prepared) => Classified {
  const parkedNow = new Set(parkedKeys)
  return (item) => {
    if ('error' in item) {
      if (item.error instanceof NewerEventError) throw new UnfoldableError(toParked(item.record, item.error))
      const parked = toParked(item.record, item.error)
      const waits = parkedNow.has(parked.key)
      parkedNow.add(parked.key)
      return { parked: waits ? { ...parked, reason: waiting } : parked }
    }
    if (!item.event) return 'unknown'
    const { partition, offset, event } = item.event
    const { key, type } = event
    if (!parkedNow.has(key)) return { event: item.event }
    const playId = event.type === 'PlaySubmitted' ? event.data.playId : null
    return { parked: { partition, offset, key, type, playId, reason: waiting } }
  }
}

/** Separates the events of a batch to fold from those to park. Throws UnfoldableError. */
export function decideParking(
  prepared: readonly Prepared[],
  parkedKeys: ReadonlySet<string>,
): ParkingDecision {
  const classify = eventClassifier(parkedKeys)
  const events: FoldEvent[] = []
  const parked: Parked[] = []
  let unknown = 0
  for (const item of prepared) {
    const classified = classify(item)
    if (classified === 'unknown') unknown += 1
    else if ('event' in classified) events.push(classified.event)
    else parked.push(classified.parked)
  }
  return { events, parked, unknown }
}

/** An event that the generation has not folded, like every later event of its key, until a retry succeeds. */
export interface Parked {
  readonly partition: number
  readonly offset: number
  readonly key: string
  readonly type: string
  /** The play of a PlaySubmitted event; null for other events, or if it is unreadable. */
  readonly playId: number | null
  readonly reason: string
}

/** The reason of events that are parked only because of their key. */
export const waiting = 'waits behind an earlier event of its key'

const maxReason = 2000

/** The message of an error as it is stored: at most `maxReason` characters, and no NUL, which Postgres rejects. */
export function storedReason(error: unknown): string {
  return cleanText(errorMessage(error).slice(0, maxReason))
}

export async function park(tx: Queryable, generation: number, parked: readonly Parked[]): Promise<void> {
  await tx.query({
    text: `
      insert into projector.parked (generation, partition, "offset", key, type, play_id, reason)
      select $1, * from unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[])
      on conflict do nothing`,
    values: [
      generation,
      parked.map((p) => p.partition),
      parked.map((p) => p.offset),
      parked.map((p) => p.key),
      parked.map((p) => p.type),
      parked.map((p) => p.playId),
      parked.map((p) => p.reason),
    ],
  })
}

/** Logs the parked events of a batch in one line. */
export function logParked(log: Log, generation: number, parked: readonly Parked[]): void {
  const [first] = parked
  if (!first) return
  const { type, key, reason } = first
  const many = parked.length === 1 ? '' : `${parked.length} events, first `
  log.error(`generation ${generation} parked ${many}${type} at ${formatPosition(first)} of ${key}: ${reason}`)
}

const keyRows = z.array(z.object({ key: z.string() }))

/** Keys with a parked event. Later events of these keys must be parked too. */
export async function readParkedKeys(database: Database, generation: number): Promise<Set<string>> {
  const { rows } = await database.pool.query(
    'select distinct key from projector.parked where generation = $1',
    [generation],
  )
  return new Set(keyRows.parse(rows).map((row) => row.key))
}

/**
 * Checks, within the batch's transaction, that these keys are still parked, because a retry may have released them.
 * Throws FencedError.
 */
export async function checkParkedKeys(
  tx: Queryable,
  generation: number,
  keys: readonly string[],
): Promise<void> {
  const { rows } = await tx.query({
    text: 'select distinct key from projector.parked where generation = $1 and key = any($2::text[])',
    values: [generation, keys],
  })
  if (rows.length < keys.length)
    throw new FencedError(`generation ${generation}: a parked key was released by a retry`)
}

/** An event of a newer release: it must not be parked, so folding stops at it. */
export class UnfoldableError extends Error {
  override readonly name = 'UnfoldableError'

  constructor({ type, key, reason, ...position }: Parked) {
    super(`${type} at ${formatPosition(position)} of ${key} cannot be folded: ${reason}`)
  }
}

/** The parked form of the event that caused an error. */
export function toParked({ partition, offset, bytes }: RecordedEvent, error: unknown): Parked {
  return { partition, offset, ...nameOf(bytes, partition, offset), reason: storedReason(error) }
}

const submitted = z.object({ playId: z.int() })

/** Key, type and play of an event, or placeholders when it is unreadable. */
function nameOf(
  bytes: Uint8Array,
  partition: number,
  offset: number,
): Pick<Parked, 'key' | 'type' | 'playId'> {
  try {
    const { key, type, data } = decodeEnvelope(bytes)
    const play = type === 'PlaySubmitted' ? submitted.safeParse(data) : null
    return { key: cleanText(key), type: cleanText(type), playId: play?.success ? play.data.playId : null }
  } catch {
    return { key: `unreadable ${partition}:${offset}`, type: 'unreadable', playId: null }
  }
}
