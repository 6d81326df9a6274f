import type { GenerationDb } from '../read-database.ts'
import type { ChartCounts } from '../scoring/chart-counts.ts'

/** What a chart may hold, by all simfiles of its hash that were ever read; none while no pack has brought it. */
export async function countsOfChart({ db }: GenerationDb, hash: string): Promise<ChartCounts[]> {
  return db
    .selectFrom('chart_counts')
    .select(['rows', 'holds', 'rolls', 'mines'])
    .where('hash', '=', hash)
    .execute()
}
