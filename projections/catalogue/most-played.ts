import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { type ChartSummaryRow, chartSummaryOf } from './reads.ts'

/** Number of latest plays that are counted: one index range, independent of the number of plays. */
const countedPlays = 1_000

/** Returns the most frequent charts among the latest plays, with their counts. */
export async function mostPlayedLately(
  generation: GenerationDb,
  limit: number,
): Promise<(ChartSummary & { readonly plays: number })[]> {
  const { table } = generation
  const { rows } = await sql<ChartSummaryRow & { recent: number }>`
    select c.hash, c.title, c.artist, c.meter, c.difficulty, c.steps_type, c.banner, most.recent
    from (
      select chart, count(*)::integer as recent from (
        select chart from ${table('plays')} where withdrawn_at is null order by played_at desc, id desc limit ${countedPlays}
      ) last group by chart order by recent desc, chart limit ${limit}
    ) most join ${table('charts')} c on c.hash = most.chart order by most.recent desc, c.hash`.execute(
    generation.db,
  )
  return rows.map(({ recent, ...row }) => ({ ...chartSummaryOf(row), plays: recent }))
}
