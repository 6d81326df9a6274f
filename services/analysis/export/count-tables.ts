import type { Duck } from './duck.ts'
import { noisyCells } from './noisy-cells.ts'

/** Tables of counts: for each a query of the players in each cell. */
const counted = {
  scores: {
    cell: ['steps_type', 'meter', 'ranked', 'passed', 'ex'],
    from: `select distinct player, steps_type, meter, ranked, passed, (5 * floor(ex / 500))::integer as ex
      from month_plays where meter is not null and steps_type is not null and ex is not null`,
  },
  retention: {
    cell: ['first_month'],
    from: `select distinct player, first_month from month_plays
      union all select distinct player, null from month_plays`,
  },
  hours: {
    cell: ['weekday', 'hour'],
    from: `
      with times as (select distinct player, isodow(moment) as weekday, hour(moment) as hour from month_plays)
      select player, weekday, hour from times
      union all select distinct player, weekday, null from times
      union all select distinct player, null, hour from times`,
  },
  countries: {
    cell: ['country'],
    from: 'select distinct player, country from month_plays where country is not null',
  },
} as const

/** Creates `published_scores`, `published_retention`, `published_hours` and `published_countries` from `month_plays`. */
export async function publishCounts(duck: Duck): Promise<void> {
  for (const [table, { cell, from }] of Object.entries(counted)) {
    await duck.run(`
      create or replace table published_${table} as
      select m.month, cells.* replace (round(players) as players)
      from (${noisyCells({ table, from, cell })}) cells cross join this_month m`)
  }
}
