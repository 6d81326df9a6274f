import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import type { BatchWorker } from '../fold/fold-worker.ts'

export interface CatchUpOptions extends Pick<Engine, 'database' | 'ledger'> {
  readonly worker: BatchWorker
  /** Maximum events of a batch. */
  readonly maxBatch: number
  /** Total time the live fold has been working, ms. */
  readonly liveBusyMs: () => number
  readonly log: Log
  /** Called after each batch. */
  readonly onProgress?: (() => void) | undefined
  readonly signal: AbortSignal
}

/** Folds up to the current checkpoints of the live generation. */
export async function catchUp(options: CatchUpOptions): Promise<void> {
  const { database, ledger, worker, maxBatch, liveBusyMs, log, onProgress, signal } = options
  const live = await readLiveGeneration(database)
  if (!live) return
  const target = await readCheckpoints(database.pool, live.id)
  const report = reporter(log, worker.generation.id, sum(target), sum(worker.next))
  let folding = Promise.resolve()
  try {
    for await (const records of ledger.read('events', [...worker.next], { to: target, maxBatch })) {
      // Decodes and scores while the database processes the previous batch.
      worker.prepare(records)
      await folding
      if (signal.aborted) return
      folding = foldOne(records)
      // The error is thrown where it is awaited, one batch later.
      folding.catch(() => {})
    }
    await folding
  } finally {
    await folding.catch(() => {})
  }

  async function foldOne(records: readonly RecordedEvent[]): Promise<void> {
    const liveBefore = liveBusyMs()
    await worker.fold(records)
    report(sum(worker.next))
    onProgress?.()
    // Yields the database to the live fold for as long as both worked at the same time.
    await pause(liveBusyMs() - liveBefore, signal)
  }
}

const reportEveryMs = 10_000

function reporter(log: Log, id: number, of: number, from: number): (folded: number) => void {
  const started = performance.now()
  let reported = started
  return (folded) => {
    const now = performance.now()
    if (now - reported < reportEveryMs) return
    reported = now
    const rate = ((folded - from) / (now - started)) * 1000
    const left = Math.ceil((of - folded) / Math.max(1, rate))
    log.info(`generation ${id}: ${folded} of ${of} events, ${Math.round(rate)} a second, ${left} s left`)
  }
}

/** Ends early when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms >= 1) await sleep(ms, undefined, { signal }).catch(() => {})
}
