import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { batchOf, type FoldEvent } from '@stepledger/projections/batch.ts'
import { decoder, fold } from '@stepledger/projections/fold/fold.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { Changes } from '@stepledger/projections/read-model.ts'
import type pg from 'pg'
import { bisect } from '../../platform/async/bisect.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTransient } from '../../platform/database/transient-errors.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { LedgerReadError, recordedAt } from '../../platform/ledger/recorded-at.ts'
import type { Log } from '../../platform/log/log.ts'
import { compareAndSet, FencedError, type Move, type MoveCheckpoints, movesOf } from './fence.ts'
import {
  checkParkedKeys,
  decideParking,
  logParked,
  type Parked,
  park,
  readParkedKeys,
  toParked,
  UnfoldableError,
} from './parking.ts'
import { type Prepared, prepareBatch } from './prepare-batch.ts'

/** Maximum events of a batch: large enough to share the cost of a transaction, small enough to be shown within 250 ms. */
export const maxBatch = 250

interface Committed {
  readonly moves: readonly Move[]
  readonly changes: Changes
}

export interface FoldWorkerOptions extends ApplyOptions {
  readonly log: Log
  readonly onCommitted?: (committed: Committed) => void
}

/** Folds batches of the ledger into one generation, from its checkpoints. */
export interface BatchWorker {
  readonly generation: Generation
  /** The next offset of each partition, as this worker last wrote or read it. */
  readonly next: readonly number[]
  /** Reads the checkpoints. Required at the start and after every error. */
  load(): Promise<void>
  /** Decodes and scores the next batch in advance, while the database processes the current one. */
  prepare(records: readonly RecordedEvent[]): void
  /**
   * Folds records that start at the checkpoints, in one transaction, or in several if an event can't be folded: it is
   * parked. Throws FencedError, UnfoldableError at an event of a newer release, and transient errors.
   */
  fold(records: readonly RecordedEvent[]): Promise<void>
}

export interface FoldWorker extends BatchWorker {
  /** Folds within a transaction of the caller. If that is rolled back, `load` must be called. */
  foldWithin(tx: pg.PoolClient, records: readonly RecordedEvent[]): Promise<void>
}

export function foldWorker(options: FoldWorkerOptions): FoldWorker {
  const { database, generation, log, onCommitted } = options
  const next: number[] = []
  let parkedKeys = new Set<string>()
  const decode = decoder(generation.rules)
  const prepared = new WeakMap<readonly RecordedEvent[], Promise<readonly Prepared[]>>()
  const prepare = (records: readonly RecordedEvent[]) => {
    const promise = prepared.get(records) ?? prepareBatch(records, decode)
    prepared.set(records, promise)
    return promise
  }

  const commit = async (
    records: readonly RecordedEvent[],
    refused: readonly Parked[],
    within?: pg.PoolClient,
  ): Promise<void> => {
    const decided = decideParking(await prepare(records), parkedKeys)
    const refusedAt = new Set(refused.map((p) => `${p.partition}:${p.offset}`))
    const events = decided.events.filter((e) => !refusedAt.has(`${e.partition}:${e.offset}`))
    const parked = [...decided.parked, ...refused]
    const moves = movesOf(records, next)
    const waiting = [...new Set(parked.flatMap(({ key }) => (parkedKeys.has(key) ? [key] : [])))]
    const changes = await applyBatch(options, { events, parked, parkedKeys: waiting, moves }, within)
    for (const move of moves) next[move.partition] = move.to
    for (const { key } of parked) parkedKeys.add(key)
    logParked(log, generation.id, parked)
    if (decided.unknown > 0) log.warn(`skipped ${decided.unknown} events of unknown types`)
    onCommitted?.({ moves, changes })
  }

  return {
    generation,
    next,
    async load() {
      const checkpoints = await readCheckpoints(database.pool, generation.id)
      parkedKeys = await readParkedKeys(database, generation.id)
      next.splice(0, next.length, ...checkpoints)
    },
    prepare: (records) => void prepare(records),
    fold: (records) =>
      bisect(records, {
        together: (part) => commit(part, []),
        alone: (record, error) => commit([record], [toParked(record, error)]),
        isUnrelatedToItem: (error) =>
          error instanceof FencedError ||
          error instanceof LedgerReadError ||
          error instanceof UnfoldableError ||
          isTransient(error),
      }),
    foldWithin: (tx, records) => commit(records, [], tx),
  }
}

interface BatchToApply {
  readonly events: readonly FoldEvent[]
  /** Events of this batch to park, each with its reason. */
  readonly parked: readonly Parked[]
  /** Keys of those events that were already parked before this batch. */
  readonly parkedKeys: readonly string[]
  readonly moves: readonly Move[]
}

/** An additional fold, for tests that count effects. */
export type ExtraFold = (tx: pg.PoolClient, batch: BatchToApply) => Promise<void>

interface ApplyOptions {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'at'>
  readonly generation: Generation
  /** The fence; tests replace it. */
  readonly moveCheckpoints?: MoveCheckpoints | undefined
  readonly extraFold?: ExtraFold | undefined
}

/**
 * Folds one batch atomically, in its own transaction or in the given one: all read models, parked events and checkpoints.
 * The commit is asynchronous: after a power failure tables and checkpoints are equally old, and the rest is folded again
 * from the ledger.
 */
export async function applyBatch(
  { database, ledger, generation, moveCheckpoints = compareAndSet, extraFold }: ApplyOptions,
  batch: BatchToApply,
  within?: pg.PoolClient,
): Promise<Changes> {
  const facts = batchOf(batch.events)
  const apply = async (tx: pg.PoolClient) => {
    await moveCheckpoints(tx, generation.id, batch.moves)
    if (batch.parkedKeys.length > 0) await checkParkedKeys(tx, generation.id, batch.parkedKeys)
    const changes = await fold({ ...generation, tx, recordedAt: recordedAt(ledger) }, facts)
    if (batch.parked.length > 0) await park(tx, generation.id, batch.parked)
    await extraFold?.(tx, batch)
    return changes
  }
  return within ? apply(within) : database.transaction(apply, { durable: false, plansOnce: true })
}
