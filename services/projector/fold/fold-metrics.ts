import { Counter, Histogram, type Registry } from 'prom-client'
import { FencedError } from './fence.ts'
import type { BatchWorker } from './fold-worker.ts'

/** Purpose of a fold: to keep the live generation current, or to build the next one. */
export type FoldWork = 'live' | 'build'

export interface FoldMetrics {
  /** Wraps a worker to count and time its batches. */
  watch<Worker extends BatchWorker>(worker: Worker, work: FoldWork): Worker
}

/** Records nothing. */
export const noFoldMetrics: FoldMetrics = { watch: (worker) => worker }

/** Size and duration of batches, and the number of fenced ones. */
export function foldMetrics(registry: Registry): FoldMetrics {
  const labelNames = ['work'] as const
  const registers = [registry]
  const seconds = new Histogram({
    name: 'stepledger_fold_batch_duration_seconds',
    help: 'Duration of folding and committing one batch',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const sizes = new Histogram({
    name: 'stepledger_fold_batch_events',
    help: 'Number of events of one batch',
    labelNames,
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000],
    registers,
  })
  const fenced = new Counter({
    name: 'stepledger_fence_rejections_total',
    help: 'Batches rejected because another worker had already folded them',
    labelNames,
    registers,
  })
  for (const work of ['live', 'build'] as const) fenced.inc({ work }, 0)
  return {
    watch: (worker, work) => ({
      ...worker,
      async fold(records) {
        const end = seconds.startTimer({ work })
        try {
          await worker.fold(records)
          end()
          sizes.observe({ work }, records.length)
        } catch (error) {
          if (error instanceof FencedError) fenced.inc({ work })
          throw error
        }
      },
    }),
  }
}
