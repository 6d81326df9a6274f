import type { Tables } from '../generation.ts'
import { addCounts, countsIn, type PlayCount } from '../play-count.ts'
import { accepted } from '../plays/relations.ts'
import { playsByPeriod } from './periods.ts'

export const playsOfPlayers: PlayCount = { table: 'players', key: { id: 'player' }, keepsZero: true }

export const playsByChart: PlayCount = { table: 'player_charts', key: { player: 'player', chart: 'chart' } }

/**
 * Common table expressions that count new plays by player, chart and period. `learned` are the charts in their current
 * state.
 */
export function countNewPlays({ schema }: Tables): string {
  return `
    by_player as (${addCounts(schema, playsOfPlayers, accepted)}),
    by_chart as (
      insert into ${schema}.player_charts as pc (player, chart, plays, title_key, search, meter)
      select counted.player, counted.chart, counted.plays, learned.title_key, learned.search, learned.meter
      from (${countsIn(playsByChart, accepted)}) counted join learned on learned.hash = counted.chart
      on conflict (player, chart) do update set plays = pc.plays + excluded.plays
      returning player, chart, meter
    ),
    by_period as (${addCounts(schema, playsByPeriod, `${accepted} join by_chart using (player, chart)`)})`
}
