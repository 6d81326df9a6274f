import { castOf, namesOf, parameterOf } from '../written-column.ts'
import { playColumns } from './play-columns.ts'

/**
 * The part of the statement of new plays that keeps them; its parameters are the first ones, a list a column. Content decides what a play
 * is: the first of the same content in partition order wins, and a play of a player erased before is dropped. `accepted` are those that
 * are really new.
 */
export function acceptPlays(schema: string): string {
  const names = namesOf(playColumns)
  return `
    accepted as (
      insert into ${schema}.plays (${names})
      select ${playColumns.map(castOf).join(', ')}
      from unnest(${playColumns.map((column, i) => parameterOf(column, i + 1)).join(', ')}) with ordinality as sent(${names}, ordinal)
      where not exists (select from ${schema}.players p where p.id = sent.player and p.erased_at is not null)
      order by ordinal
      on conflict do nothing
      returning id, chart, player, at, played_at, hundredths, grades, eligible
    )`
}
