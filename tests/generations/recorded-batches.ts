import type { FoldMetrics, FoldWork } from '@stepledger/services/projector/fold/fold-metrics.ts'

/** A time span, ms of `performance.now()`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Records the time span of each batch. */
export function recordBatches(): FoldMetrics & Record<FoldWork, Span[]> {
  const recorded: Record<FoldWork, Span[]> = { live: [], build: [] }
  return {
    ...recorded,
    watch: (worker, work) => ({
      ...worker,
      async fold(records) {
        const from = performance.now()
        await worker.fold(records)
        recorded[work].push({ from, to: performance.now() })
      },
    }),
  }
}

export function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
