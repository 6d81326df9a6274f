import { isErased } from '../players/tombstones.ts'
import { castOf, namesOf, parameterOf } from '../written-column.ts'
import { playColumns } from './play-columns.ts'
import { unverifiedPlays } from './rejudge-plays.ts'

/**
 * The part of the statement of new plays that keeps them; its parameters, from `first` on, are a list a column. Content
 * decides what a play is: the first of the same content in partition order wins, and a play of a player erased before
 * is dropped. `accepted` are those that are really new, `unmet` those among them that must be judged by their charts.
 */
export function acceptPlays(schema: string, first: number): string {
  const names = namesOf(playColumns)
  return `
    accepted as (
      insert into ${schema}.plays (${names})
      select ${playColumns.map(castOf).join(', ')}
      from unnest(${playColumns.map((column, i) => parameterOf(column, first + i)).join(', ')}) with ordinality as sent(${names}, ordinal)
      where not ${isErased(schema, 'sent.player')}
      order by ordinal
      on conflict do nothing
      returning id, chart, player, at, played_at, rows, radar, passed, hundredths, grades, eligible, reasons
    ),
    ${unverifiedPlays(schema)}`
}
