import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { MalformedEventError, NewerEventError } from '@stepledger/contracts/events/event-type.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { batchOf, type FoldEvent, type PlayFact } from '@stepledger/projections/batch.ts'
import { decoder, fold } from '@stepledger/projections/fold/fold.ts'
import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  type PlayIdentity,
  repeatedIdentities,
  storedPlaysById,
} from '@stepledger/projections/plays/reads.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import { z } from 'zod'
import { bisect } from '../../platform/async/bisect.ts'
import { isTransient } from '../../platform/database/transient-errors.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { LedgerReadError, recordedAt } from '../../platform/ledger/recorded-at.ts'
import { maxListed, type Tally } from './report.ts'

interface FreshFoldOptions {
  readonly ledger: Ledger
  readonly client: pg.Client
  readonly schema: string
  readonly rules: Rules
  readonly faults: Tally<string>
  readonly onBatch: (folded: number) => void
  readonly signal: AbortSignal | undefined
}

export type FreshFold = ReturnType<typeof freshFold>

const maxBatch = 1000

/** Folds the ledger from its start into empty tables, with the code of the projector. Adds problems to `faults`. */
export function freshFold(options: FreshFoldOptions) {
  const { ledger, client, schema, rules, faults, onBatch, signal } = options
  const decode = decoder(rules)
  const next: number[] = new Array(ledger.partitions.events).fill(0)
  const counts = { events: 0, unknown: 0, repeated: 0 }

  function checkOffset({ partition, offset }: Position): void {
    const expected = itemAt(next, partition)
    if (offset !== expected)
      faults.add(`after ${partition}:${expected - 1} comes ${partition}:${offset} in the ledger`)
    next[partition] = offset + 1
  }

  function decodeOrBlame(record: RecordedEvent, parked: ReadonlySet<string>): FoldEvent[] {
    const position = formatPosition(record)
    if (parked.has(position)) return []
    try {
      const event = decode(record)
      if (!event) counts.unknown += 1
      return event ? [event] : []
    } catch (error) {
      if (error instanceof NewerEventError) throw error
      const what = error instanceof MalformedEventError ? 'read' : 'folded'
      faults.add(`${position} cannot be ${what}, and yet is not parked: ${oneLineMessage(error)}`)
      return []
    }
  }

  async function foldInto(events: readonly FoldEvent[], within: boolean): Promise<void> {
    const batch = batchOf(events)
    // As in the live fold: plans are made once, while the tables are small. The comparison needs other plans.
    await client.query(
      within
        ? 'savepoint batch'
        : 'begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan',
    )
    try {
      const { accepted } = await fold({ tx: client, schema, rules, recordedAt: recordedAt(ledger) }, batch)
      counts.repeated += await repeatedPlays(client, schema, batch.plays, accepted, faults)
      await client.query(within ? 'release savepoint batch' : 'commit')
    } catch (error) {
      await client.query(within ? 'rollback to savepoint batch' : 'rollback').catch(() => {})
      throw error
    }
  }

  /** Finds the failing event of a batch by bisection. */
  function foldOrBlame(events: readonly FoldEvent[], within: boolean): Promise<void> {
    return bisect(events, {
      together: (some) => foldInto(some, within),
      async alone(event, error) {
        faults.add(
          `${formatPosition(event)} cannot be folded, and yet is not parked: ${oneLineMessage(error)}`,
        )
      },
      isUnrelatedToItem: (error) =>
        isTransient(error) || error instanceof LedgerReadError || signal?.aborted === true,
    })
  }

  return {
    /** The next offset of each partition. */
    next,
    counts,
    /** Continues the fold to the checkpoint, without parked events. `within`: the client is already in a transaction. */
    async upTo({ checkpoint, parked }: FoldedPosition, { within } = { within: false }) {
      let folding = Promise.resolve()
      try {
        for await (const records of ledger.read('events', [...next], { to: checkpoint, maxBatch })) {
          signal?.throwIfAborted()
          for (const record of records) checkOffset(record)
          // Decodes and scores while the database writes the previous batch.
          const events = records.flatMap((record) => decodeOrBlame(record, parked))
          await folding
          folding = events.length > 0 ? foldOrBlame(events, within) : Promise.resolve()
          // A rejection is handled where the promise is awaited, one batch later.
          folding.catch(() => {})
          counts.events += records.length
          onBatch(counts.events)
        }
        await folding
      } finally {
        // Waits until no statement is running on the connection.
        await folding.catch(() => {})
      }
    },
  }
}

function oneLineMessage(error: unknown): string {
  return errorMessage(error).replace(/\s+/g, ' ')
}

export interface FoldedPosition {
  /** The next offset of each partition. */
  readonly checkpoint: readonly number[]
  /** Positions of its parked events. */
  readonly parked: ReadonlySet<string>
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** Reads the checkpoint first, so that `parked` includes all events parked below it. */
export async function readFoldedPosition(client: pg.Client, generation: number): Promise<FoldedPosition> {
  const checkpoint = await readCheckpoints(client, generation)
  const { rows } = await client.query(
    'select partition, "offset" from projector.parked where generation = $1 order by partition, "offset"',
    [generation],
  )
  return { checkpoint, parked: new Set(positions.parse(rows).map(formatPosition)) }
}

/**
 * Whether a fold up to `next` without the parked events of `before` can continue to `now`: no event below `next` was
 * parked or retried since, and the checkpoint did not move back.
 */
export function continuesFrom(next: readonly number[], before: FoldedPosition, now: FoldedPosition): boolean {
  const below = ({ parked }: FoldedPosition) =>
    [...parked].filter((position) => {
      const [partition = 0, offset = 0] = position.split(':').map(Number)
      return offset < itemAt(next, partition)
    })
  return (
    next.every((offset, partition) => offset <= itemAt(now.checkpoint, partition)) &&
    below(before).join() === below(now).join()
  )
}

/** Prevents the tables from being dropped until the transaction ends. Does not block reads and writes. */
export async function lockTables(tx: pg.Client, schema: string): Promise<void> {
  const tables = readModelTables.map(({ name }) => `${schema}.${name}`)
  await tx.query(`lock table ${tables.join(', ')} in access share mode`)
}

/**
 * Counts duplicate plays of the batch. Duplicates are allowed, because appends are at least once. Two different plays
 * with one id are a fault.
 */
async function repeatedPlays(
  tx: Queryable,
  schema: string,
  plays: readonly PlayFact[],
  accepted: readonly PlayFact[],
  faults: Tally<string>,
): Promise<number> {
  const first = new Set(accepted)
  const repeated = plays.filter((play) => !first.has(play)).map(contentOf)
  if (repeated.length === 0) return 0
  const kept = await storedPlaysById(
    tx,
    schema,
    repeated.map(({ id }) => id),
  )
  for (const play of repeated) {
    const known = kept.get(play.id)
    if (known && !isSame(known, play))
      faults.add(`play id ${play.id} names two plays, at ${known.position} and ${play.position}`)
  }
  return repeated.length
}

function contentOf({ event, partition, offset }: PlayFact): PlayIdentity {
  const { playId, fingerprint } = event.data
  return { id: playId, player: event.key, fingerprint, position: formatPosition({ partition, offset }) }
}

function isSame(a: PlayIdentity, b: PlayIdentity): boolean {
  return a.player === b.player && Buffer.compare(a.fingerprint, b.fingerprint) === 0
}

/** Checks that play ids and contents per player are unique, without relying on indexes. */
export async function checkIdentities(tx: pg.Client, schema: string, faults: Tally<string>): Promise<void> {
  const { ids, contents } = await repeatedIdentities(tx, schema, maxListed)
  for (const id of ids) faults.add(`play ${id} is shown more than once`)
  for (const { player, ids } of contents)
    faults.add(`plays ${ids.join(', ')} of player ${player} have the same content`)
}
