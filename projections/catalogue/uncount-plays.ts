import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'

/** Subtracts removed plays from the counts of their charts. */
export async function uncountChartPlays(
  { tx, schema }: TablesTx,
  removed: readonly ChangedPlay[],
): Promise<void> {
  await tx.query({
    name: `${schema}_uncount_chart_plays_v1`,
    text: `
      update ${schema}.charts c set plays = c.plays - n
      from (select hash, count(*) as n from unnest($1::text[]) as x(hash) group by hash) x where c.hash = x.hash`,
    values: [removed.map(({ chart }) => chart)],
  })
}
