import { isErased } from '../players/tombstones.ts'
import { castOf, namesOf, parameterOf } from '../written-column.ts'
import { playColumns } from './play-columns.ts'
import { unverifiedPlays } from './rejudge-plays.ts'

/**
 * Common table expressions that insert new plays; the parameters, from `first` on, are one list per column. Plays are
 * deduplicated by content: the first in partition order is inserted. Plays of a player who was erased before are
 * dropped. `accepted` are the inserted plays, `unverified` those among them that must be verified against their charts.
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
      returning id, chart, player, at, played_at, rows, seconds, radar, passed, hundredths, grades, eligible, reasons
    ),
    ${unverifiedPlays(schema)}`
}
