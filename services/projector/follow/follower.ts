import { setTimeout as sleep } from 'node:timers/promises'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Push } from '../../platform/push/push.ts'
import type { ExtraFold } from '../fold/apply-batch.ts'
import type { MoveCheckpoints } from '../fold/fence.ts'
import { type FoldMetrics, noFoldMetrics } from '../fold/fold-metrics.ts'
import { type FoldWorker, foldWorker, maxBatch } from '../fold/fold-worker.ts'
import { noticeOfBatch } from './notice.ts'

export interface FollowerOptions {
  readonly database: Database
  readonly ledger: Ledger
  readonly push: Push
  readonly generation: Generation
  readonly log: Log
  readonly moveCheckpoints?: MoveCheckpoints
  readonly extraFold?: ExtraFold
  readonly metrics?: FoldMetrics | undefined
}

/** Read at once, so that each batch but the first is prepared while the one before it is with the database. */
const batchesAtOnce = 4

/**
 * A batch costs its statements, whatever it holds: after one of few events the next begins no sooner than this, ms an
 * event and at most.
 */
const fewEvents = 50
const roundMsAnEvent = 5
const longestRoundMs = 25

/** Keeps one generation current. */
export interface Follower {
  readonly generation: Generation
  /** How long it has been folding in all, ms: for what must not take more time than it. */
  busyMs(): number
  /** Lets the batch at hand be committed or rolled back, then stops. */
  stop(): Promise<void>
}

/** Follows the ledger, folds what comes, and tells what changed. What can't be folded is parked. */
export function startFollower(options: FollowerOptions): Follower {
  const { database, ledger, push, generation, log, moveCheckpoints, extraFold } = options
  const { metrics = noFoldMetrics } = options
  const folding = foldWorker({
    database,
    ledger,
    generation,
    log,
    onUnfoldable: 'park',
    moveCheckpoints,
    extraFold,
    onCommitted: ({ moves, changes }) => push.publish(noticeOfBatch(generation.id, moves, changes)),
  })
  const worker = metrics.watch(folding, 'live')
  let busy = 0
  let since: number | null = null

  const subscription = ledger.subscribe({
    topic: 'events',
    group: `projector-g${generation.id}`,
    maxBatch: maxBatch * batchesAtOnce,
    async resume(partitions) {
      await worker.load()
      return new Map(partitions.map((partition) => [partition, itemAt(worker.next, partition)]))
    },
    async handle(batch) {
      const fresh = batch.filter((record) => record.offset >= itemAt(worker.next, record.partition))
      if (fresh.length === 0) return
      const began = performance.now()
      since = began
      try {
        await foldInBatches(worker, fresh)
      } finally {
        busy += performance.now() - began
        since = null
      }
      // Who comes now waits for company, the longer the more are coming; a lone play found nobody here.
      const round = Math.min(longestRoundMs, roundMsAnEvent * fresh.length)
      if (fresh.length < fewEvents) await sleep(began + round - performance.now())
    },
  })
  return {
    generation,
    busyMs: () => busy + (since === null ? 0 : performance.now() - since),
    stop: () => subscription.stop(),
  }
}

async function foldInBatches(worker: FoldWorker, records: readonly RecordedEvent[]): Promise<void> {
  const batches: (readonly RecordedEvent[])[] = []
  for (let from = 0; from < records.length; from += maxBatch)
    batches.push(records.slice(from, from + maxBatch))
  for (const [i, batch] of batches.entries()) {
    const folding = worker.fold(batch)
    const coming = batches[i + 1]
    if (coming) worker.prepare(coming)
    await folding
  }
}
