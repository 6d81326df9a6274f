import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'

/** Facts about a chart that only a pack provides, apart from names. */
export type ChartFacts = Pick<
  ProcessedChart,
  'displayBpm' | 'bpms' | 'counts' | 'otherCounts' | 'radar' | 'peakNps' | 'nps' | 'streams' | 'steps'
>
