import { NewerEventError } from '@stepledger/contracts/events/errors.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { compileRules } from '@stepledger/projections/scoring/interpreter.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/database/log.ts'
import { isPassing } from '../platform/database/passing-errors.ts'
import { readCheckpoints } from '../platform/generations/checkpoints.ts'
import type { Ledger, Recorded } from '../platform/ledger/ledger.ts'
import type { Push } from '../platform/push/push.ts'
import { type ApplyOptions, applyBatch, type ExtraFold } from './apply-batch.ts'
import { compareAndSet, FencedError, type Move, type MoveCheckpoints } from './fence.ts'
import { noticeOf } from './notice.ts'
import { type Parked, parkedKeys } from './parking.ts'
import { sortBatch } from './sort-batch.ts'

export interface ProjectorOptions {
  readonly database: Database
  readonly ledger: Ledger
  readonly push: Push
  readonly generation: Generation
  readonly log: Log
  /** The fence, unless a test takes it out to see what happens. */
  readonly moveCheckpoints?: MoveCheckpoints
  readonly extraFold?: ExtraFold
}

export interface Projector {
  /** Lets the batch at hand be committed or rolled back, then stops. */
  stop(): Promise<void>
}

/** Events a batch: large enough to share the cost of a transaction, small enough to be seen within a blink. */
const maxBatch = 500

/** Follows the ledger and keeps the live generation current. */
export function startProjector(options: ProjectorOptions): Projector {
  const { database, ledger, push, generation, log, moveCheckpoints = compareAndSet, extraFold } = options
  const apply: ApplyOptions = {
    database,
    generation,
    scorer: compileRules(generation.rules),
    moveCheckpoints,
    ...(extraFold ? { extraFold } : {}),
  }
  /** What this worker last wrote, or read when it was given the partition. */
  const next = new Map<number, number>()
  let heldKeys = new Set<string>()

  const commit = async (records: readonly Recorded[], refused: readonly Parked[]) => {
    const sorted = sortBatch(records, heldKeys)
    const refusedAt = new Set(refused.map((p) => `${p.partition}:${p.offset}`))
    const events = sorted.events.filter((e) => !refusedAt.has(`${e.partition}:${e.offset}`))
    const parked = [...sorted.parked, ...refused]
    const moves = movesOf(records, next)
    const folded = await applyBatch(apply, { events, parked, moves })
    for (const move of moves) next.set(move.partition, move.to)
    for (const { key, partition, offset, type, reason } of parked) {
      heldKeys.add(key)
      log.error(`parked ${type} at ${partition}:${offset} of ${key}: ${reason}`)
    }
    if (sorted.unknown > 0) log.warn(`passed over ${sorted.unknown} events of unknown types`)
    push.publish(noticeOf(generation.id, moves, folded, events))
  }

  /** Tries the batch whole; when it can't be folded, its halves, until the one event that is to blame is parked alone. */
  const commitOrPark = async (records: readonly Recorded[]): Promise<void> => {
    try {
      await commit(records, [])
    } catch (error) {
      if (error instanceof FencedError || error instanceof NewerEventError || isPassing(error)) throw error
      if (records.length === 1) return commit(records, blame(records, error))
      const middle = Math.ceil(records.length / 2)
      await commitOrPark(records.slice(0, middle))
      await commitOrPark(records.slice(middle))
    }
  }

  const subscription = ledger.subscribe({
    topic: 'events',
    group: 'projector',
    maxBatch,
    async resume(partitions) {
      const checkpoints = await readCheckpoints(database.pool, generation.id)
      heldKeys = await parkedKeys(database, generation.id)
      for (const partition of partitions) next.set(partition, checkpoints[partition] ?? 0)
      return new Map(partitions.map((partition) => [partition, checkpoints[partition] ?? 0]))
    },
    async handle(batch) {
      const fresh = batch.filter((record) => record.offset >= (next.get(record.partition) ?? 0))
      if (fresh.length > 0) await commitOrPark(fresh)
    },
  })
  return { stop: () => subscription.stop() }
}

function movesOf(records: readonly Recorded[], next: ReadonlyMap<number, number>): Move[] {
  const moves = new Map<number, Move>()
  for (const { partition, offset } of records) {
    const from = moves.get(partition)?.from ?? next.get(partition) ?? 0
    moves.set(partition, { partition, from, to: offset + 1 })
  }
  return [...moves.values()].sort((a, b) => a.partition - b.partition)
}

function blame(records: readonly Recorded[], error: unknown): Parked[] {
  const reason = error instanceof Error ? error.message : String(error)
  return sortBatch(records, new Set()).events.map(({ partition, offset, event }) => ({
    partition,
    offset,
    key: event.key,
    type: event.type,
    reason,
  }))
}
