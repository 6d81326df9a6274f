import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Push } from '../../platform/push/push.ts'
import type { PlayTracing } from '../../platform/tracing/play-tracing.ts'
import { type FoldMetrics, noFoldMetrics } from '../fold/fold-metrics.ts'
import { type FoldWorkerOptions, foldWorker, maxBatch } from '../fold/fold-worker.ts'
import { noticeOfBatch } from './notice.ts'
import { traceFold } from './trace-fold.ts'

export interface FollowerOptions extends Omit<FoldWorkerOptions, 'onCommitted'> {
  readonly ledger: Ledger
  readonly push: Push
  readonly metrics?: FoldMetrics | undefined
  readonly tracing?: PlayTracing | null
}

/**
 * The cost of a batch is mostly fixed, so batches with fewer than `smallBatch` events are debounced: at least
 * `minIntervalMs` from one's start to the next one's, ms. A projector that has only a part of the partitions waits longer,
 * so that all projectors together make as many batches as one; at most `maxIntervalMs`, for the answer to a play waits.
 */
const smallBatch = 50
const minIntervalMs = 25
const maxIntervalMs = 100

/** Interval between small batches of a projector with `assigned` of `all` partitions, ms. */
export function batchIntervalMs(assigned: number, all: number): number {
  return Math.min((minIntervalMs * all) / assigned, maxIntervalMs)
}

/** Keeps one generation current. */
export interface Follower {
  readonly generation: Generation
  /** Total time spent folding, ms. Builds use it to yield to the live fold. */
  busyMs(): number
  /** Stops after the current batch is committed or rolled back. */
  stop(): Promise<void>
}

/** Follows the ledger, folds new events, parks those that can't be folded, and publishes notices of changes. */
export function startFollower(options: FollowerOptions): Follower {
  const { ledger, push, generation, metrics = noFoldMetrics, tracing = null } = options
  /** Start of the current batch, as of `performance.now()`. */
  let batchStart = 0
  const folding = foldWorker({
    ...options,
    onCommitted({ moves, changes }) {
      const committed = performance.now()
      push.publish(noticeOfBatch(generation.id, moves, changes))
      traceFold(tracing, changes.accepted, { start: batchStart, committed })
    },
  })
  const worker = metrics.watch(folding, 'live')
  let busy = 0
  let isFolding = false
  let intervalMs = minIntervalMs

  const subscription = ledger.subscribe({
    topic: 'events',
    group: `projector-g${generation.id}`,
    maxBatch,
    onPrefetched: worker.prepare,
    async resume(partitions) {
      await worker.load()
      intervalMs = batchIntervalMs(partitions.length, ledger.partitions.events)
      return new Map(partitions.map((partition) => [partition, worker.next[partition] ?? 0]))
    },
    async handle(batch) {
      const fresh = batch.filter((record) => record.offset >= (worker.next[record.partition] ?? 0))
      if (fresh.length === 0) return
      batchStart = performance.now()
      isFolding = true
      try {
        // The batch as it was prefetched, which may be prepared.
        await worker.fold(fresh.length === batch.length ? batch : fresh)
      } finally {
        busy += performance.now() - batchStart
        isFolding = false
      }
      // A single play after a pause is folded without delay.
      if (fresh.length < smallBatch) await sleep(batchStart + intervalMs - performance.now())
    },
  })
  return {
    generation,
    busyMs: () => busy + (isFolding ? performance.now() - batchStart : 0),
    stop: () => subscription.stop(),
  }
}
