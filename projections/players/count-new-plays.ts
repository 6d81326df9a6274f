import type { Tables, TablesTx } from '../generation.ts'
import { addCounts, changedPlays, changedValues, countsIn, type PlayCount } from '../play-count.ts'
import { accepted } from '../plays/relations.ts'
import type { ChangedPlay } from '../read-model.ts'
import { playsByPeriod } from './plays-by-period-and-meter.ts'

export const playsOfPlayers: PlayCount = { table: 'players', key: { id: 'player' }, keepsZero: true }

export const playsByChart: PlayCount = { table: 'player_charts', key: { player: 'player', chart: 'chart' } }

/**
 * Common table expressions that count new plays by player, chart and period. `written_charts` are the charts in their current
 * state.
 */
export function countNewPlays({ schema }: Tables): string {
  return `
    by_player as (${addCounts(schema, playsOfPlayers, accepted)}),
    by_chart as (
      insert into ${schema}.player_charts as pc (player, chart, plays, title_key, search, meter)
      select counted.player, counted.chart, counted.plays, written_charts.title_key, written_charts.search, written_charts.meter
      from (${countsIn(playsByChart, accepted)}) counted join written_charts on written_charts.hash = counted.chart
      on conflict (player, chart) do update set plays = pc.plays + excluded.plays
      returning player, chart, meter
    ),
    by_period as (${addCounts(schema, playsByPeriod, `${accepted} join by_chart using (player, chart)`)})`
}

/** Adds reinstated plays to the counts of their players by chart. A new row gets the current title and meter. */
export async function restorePlaysByChart(
  { tx, schema }: TablesTx,
  reinstated: readonly ChangedPlay[],
): Promise<void> {
  if (reinstated.length === 0) return
  await tx.query({
    name: `${schema}_restore_player_charts_v1`,
    text: `
      insert into ${schema}.player_charts as pc (player, chart, plays, title_key, search, meter)
      select counted.player, counted.chart, counted.plays, c.title_key, c.search, c.meter
      from (${countsIn(playsByChart, changedPlays)}) counted join ${schema}.charts c on c.hash = counted.chart
      on conflict (player, chart) do update set plays = pc.plays + excluded.plays`,
    values: changedValues(reinstated),
  })
}
