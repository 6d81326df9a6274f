import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { GenerationDb } from '../read-database.ts'

/** Returns the counts of a chart in all accepted simfiles with its hash; empty until a pack defines it. */
export async function countsOfChart({ db }: GenerationDb, hash: string): Promise<ChartCounts[]> {
  return db
    .selectFrom('chart_counts')
    .select(['rows', 'holds', 'rolls', 'mines'])
    .where('hash', '=', hash)
    .execute()
}
