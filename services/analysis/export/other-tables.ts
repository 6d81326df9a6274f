import type { Duck } from './duck.ts'
import { noisyCells } from './noisy-cells.ts'

/** Ranges of points per power of ten. */
const bands = 3

/** Creates the tables without months: `published_event_standings`, `published_charts`, `published_packs`. */
export async function publishOtherTables(duck: Duck): Promise<void> {
  const standings = noisyCells({
    table: 'event_standings',
    from: `select player, event, board, floor(${bands} * log10(points))::integer as band
      from history_totals where points >= 1`,
    cell: ['event', 'board', 'band'],
  })
  await duck.run('create or replace table this_month as select null::date as month')
  await duck.run(`
    create table published_event_standings as
    select event, board, ceil(round(10 ** (band / ${bands}), 6))::integer as from_points,
      ceil(round(10 ** ((band + 1) / ${bands}), 6))::integer - 1 as to_points, round(players) as players
    from (${standings})`)
  await duck.run(`
    create table published_charts as
    select c.*, coalesce((select list(pack order by pack) from history_pack_charts p semi join history_packs using (pack)
      where p.chart = c.chart), []) as packs
    from history_charts c`)
  await duck.run(
    'create table published_packs as select pack, name, songs, make_timestamp(added * 1000)::date as added from history_packs',
  )
}
