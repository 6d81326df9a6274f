import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { uncountInPeriods } from './periods.ts'

/** Subtracts withdrawn plays from the counts of players; deletes charts without plays from the player's list. */
export async function uncountPlays(into: TablesTx, removed: readonly ChangedPlay[]): Promise<void> {
  await uncountInPeriods(into, removed)
  const { tx, schema } = into
  await tx.query({
    name: `${schema}_uncount_plays_v1`,
    text: `
      with removed as (
        select player, chart, count(*) as plays from unnest($1::uuid[], $2::text[]) as x(player, chart) group by player, chart
      ), by_player as (
        update ${schema}.players p set plays = p.plays - n
        from (select player, sum(plays) as n from removed group by player) x where p.id = x.player
      ), unplayed as (
        delete from ${schema}.player_charts pc using removed
        where pc.player = removed.player and pc.chart = removed.chart and pc.plays = removed.plays
      )
      update ${schema}.player_charts pc set plays = pc.plays - removed.plays
      from removed where pc.player = removed.player and pc.chart = removed.chart and pc.plays <> removed.plays`,
    values: [removed.map(({ player }) => player), removed.map(({ chart }) => chart)],
  })
}
