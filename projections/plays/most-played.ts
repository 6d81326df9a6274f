import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { sql } from 'kysely'
import { type ChartSummaryRow, chartSummaryOf } from '../catalogue/reads.ts'
import type { GenerationDb } from '../read-database.ts'

/** The last plays that are looked at: one range of an index, however many there are. */
const lastPlays = 1_000

/** The charts that occur most often among the last plays, with how often. */
export async function mostPlayedLately(
  generation: GenerationDb,
  limit: number,
): Promise<(ChartSummary & { readonly plays: number })[]> {
  const of = (table: string) => sql.table(`${generation.schema}.${table}`)
  const { rows } = await sql<ChartSummaryRow & { recent: number }>`
    select c.hash, c.title, c.artist, c.meter, c.difficulty, c.steps_type, c.banner, most.recent
    from (
      select chart, count(*)::integer as recent from (
        select chart from ${of('plays')} where withdrawn_at is null order by played_at desc, id desc limit ${lastPlays}
      ) last group by chart order by recent desc, chart limit ${limit}
    ) most join ${of('charts')} c on c.hash = most.chart order by most.recent desc, c.hash`.execute(
    generation.db,
  )
  return rows.map(({ recent, ...row }) => ({ ...chartSummaryOf(row), plays: recent }))
}
