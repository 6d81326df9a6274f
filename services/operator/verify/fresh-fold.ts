import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type Batch, batchOf, type Placed } from '@stepledger/projections/batch.ts'
import { fold } from '@stepledger/projections/fold.ts'
import { compileRules } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type pg from 'pg'
import { isPassing } from '../../platform/database/passing-errors.ts'
import type { Ledger, Recorded } from '../../platform/ledger/ledger.ts'
import { repeatedPlays } from './repeated-plays.ts'
import type { Tally } from './report.ts'
import type { Standing } from './standing.ts'

export interface FreshFoldOptions {
  readonly ledger: Ledger
  readonly client: pg.Client
  readonly schema: string
  readonly rules: Rules
  readonly faults: Tally<string>
  readonly onBatch: (folded: number) => void
  readonly signal: AbortSignal | undefined
}

export interface FreshFold {
  /** The next offset of each partition. */
  readonly next: readonly number[]
  readonly counts: { readonly events: number; readonly unknown: number; readonly repeated: number }
  /** Folds on up to the checkpoint, without what is parked. `within`: the client is in a transaction already. */
  upTo(standing: Standing, options?: { within: boolean }): Promise<void>
}

const maxBatch = 1000

/** Folds the ledger from its start into empty tables, with the folds that fill what is shown; what is wrong on the way goes to `faults`. */
export function freshFold(options: FreshFoldOptions): FreshFold {
  const { ledger, client, schema, rules, faults, onBatch, signal } = options
  const scorer = compileRules(rules)
  const next: number[] = new Array(topics.events.partitions).fill(0)
  const counts = { events: 0, unknown: 0, repeated: 0 }

  function checkOffset({ partition, offset }: Position): void {
    const expected = next[partition] ?? 0
    if (offset !== expected)
      faults.add(`after ${partition}:${expected - 1} comes ${partition}:${offset} in the ledger`)
    next[partition] = offset + 1
  }

  function decode({ partition, offset, bytes }: Recorded, parked: ReadonlySet<string>): Placed[] {
    const position = formatPosition({ partition, offset })
    if (parked.has(position)) return []
    try {
      const event = decodeEvent(bytes)
      if (!event) counts.unknown += 1
      return event ? [{ partition, offset, event }] : []
    } catch (error) {
      if (!(error instanceof MalformedEventError)) throw error
      faults.add(`${position} cannot be read, and yet is not parked: ${messageOf(error)}`)
      return []
    }
  }

  /** Scored at once, while the database still works on the batch before; what goes wrong is thrown when the batch is asked for. */
  function prepare(events: readonly Placed[]): () => Batch {
    try {
      const batch = batchOf(events, (play) => scorer.score(playToScore(play.data, null)))
      return () => batch
    } catch (error) {
      return () => {
        throw error
      }
    }
  }

  async function foldInto(batch: Batch, within: boolean): Promise<void> {
    await client.query(within ? 'savepoint batch' : 'begin')
    try {
      const { accepted } = await fold(client, schema, rules, batch)
      counts.repeated += await repeatedPlays(client, schema, batch.plays, accepted, faults)
      await client.query(within ? 'release savepoint batch' : 'commit')
    } catch (error) {
      await client.query(within ? 'rollback to savepoint batch' : 'rollback').catch(() => {})
      throw error
    }
  }

  /** A batch that fails is folded by halves, until the one event that is to blame is named. */
  async function foldOrBlame(
    events: readonly Placed[],
    within: boolean,
    batch = prepare(events),
  ): Promise<void> {
    try {
      await foldInto(batch(), within)
    } catch (error) {
      if (isPassing(error) || signal?.aborted) throw error
      const [only] = events
      if (only && events.length === 1)
        return faults.add(
          `${formatPosition(only)} cannot be folded, and yet is not parked: ${messageOf(error)}`,
        )
      const middle = Math.ceil(events.length / 2)
      await foldOrBlame(events.slice(0, middle), within)
      await foldOrBlame(events.slice(middle), within)
    }
  }

  return {
    next,
    counts,
    async upTo({ checkpoint, parked }, { within } = { within: false }) {
      let folding = Promise.resolve()
      try {
        for await (const records of ledger.read('events', [...next], { to: checkpoint, maxBatch })) {
          signal?.throwIfAborted()
          for (const record of records) checkOffset(record)
          const events = records.flatMap((record) => decode(record, parked))
          const batch = prepare(events)
          await folding
          folding = events.length > 0 ? foldOrBlame(events, within, batch) : Promise.resolve()
          // Its failure is thrown where it is awaited, a page later.
          folding.catch(() => {})
          counts.events += records.length
          onBatch(counts.events)
        }
        await folding
      } finally {
        // Nothing is left at work on the connection.
        await folding.catch(() => {})
      }
    },
  }
}

/** On one line. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
