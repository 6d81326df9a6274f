import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'

/** What a pack states about a chart beside its names. */
export type ChartFacts = Pick<
  ProcessedChart,
  'displayBpm' | 'bpms' | 'counts' | 'radar' | 'peakNps' | 'nps' | 'streams' | 'steps'
>
