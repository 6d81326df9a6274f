import type { Tables } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import { countedMeter, periodOf } from './periods.ts'

/**
 * Common table expressions that count new plays by player, chart and period. `learned` are the charts in their current
 * state.
 */
export function countNewPlays({ schema }: Tables): string {
  return `
    by_player as (
      insert into ${schema}.players as p (id, plays)
      select player, count(*) from ${accepted} group by player
      on conflict (id) do update set plays = p.plays + excluded.plays
    ),
    by_chart as (
      insert into ${schema}.player_charts as pc (player, chart, plays, title_key, search, meter)
      select a.player, a.chart, a.plays, learned.title_key, learned.search, learned.meter
      from (select player, chart, count(*) as plays from ${accepted} group by player, chart) a
      join learned on learned.hash = a.chart
      on conflict (player, chart) do update set plays = pc.plays + excluded.plays
      returning player, chart, meter
    ),
    by_period as (
      insert into ${schema}.player_periods as p (player, period, meter, plays)
      select player, ${periodOf('played_at')}, ${countedMeter('meter')}, count(*)
      from ${accepted} join by_chart using (player, chart)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (player, period, meter) do update set plays = p.plays + excluded.plays
    )`
}
