import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { uncountInPeriods } from './periods.ts'

/** Counts withdrawn plays of players no more; a chart without plays goes from the player's list. */
export async function uncountPlays(into: TablesTx, gone: readonly ChangedPlay[]): Promise<void> {
  await uncountInPeriods(into, gone)
  const { tx, schema } = into
  await tx.query({
    name: `${schema}_uncount_plays_v1`,
    text: `
      with gone as (
        select player, chart, count(*) as plays from unnest($1::uuid[], $2::text[]) as x(player, chart) group by player, chart
      ), by_player as (
        update ${schema}.players p set plays = p.plays - n
        from (select player, sum(plays) as n from gone group by player) x where p.id = x.player
      ), unplayed as (
        delete from ${schema}.player_charts pc using gone
        where pc.player = gone.player and pc.chart = gone.chart and pc.plays = gone.plays
      )
      update ${schema}.player_charts pc set plays = pc.plays - gone.plays
      from gone where pc.player = gone.player and pc.chart = gone.chart and pc.plays <> gone.plays`,
    values: [gone.map(({ player }) => player), gone.map(({ chart }) => chart)],
  })
}
