import { quoted } from './duck.ts'
import { digestOfRows, sumOfParts, wholeParts } from './exact-sums.ts'

interface Cells {
  /** In the text that the noise follows from: another table with the same contents has other noise. */
  readonly table: string
  /** Tables that count the same players of the same cells name the same population, and publish the same count. */
  readonly population?: string
  /** A query with a row for each player of a cell: `player`, the columns of the cell, those of the sums. */
  readonly from: string
  readonly cell: readonly string[]
  /** Columns of numbers that are added up. */
  readonly sums?: readonly string[]
}

/**
 * A query of the cells that are published: their columns, `players` and each of the sums, all with noise. The noise
 * follows from all that is added up, so a cell that has lost a player has other noise.
 */
export function noisyCells({ table, population = table, from, cell, sums = [] }: Cells): string {
  const cells = cell.map((column) => `"${column}"`).join(', ')
  const row = ['player', ...sums].map((column) => `"${column}"`).join(', ')
  const place = cell.map((column) => `coalesce("${column}"::varchar, '-')`).join(', ')
  const noise = (what: string, contents: string) =>
    `noise_of(concat_ws('|', ${quoted(what)}, (select month from this_month), ${place}, ${contents}))`
  const query = [
    [cells, 'members', `members + ${noise(`${population}.players`, 'who')} as players`],
    sums.map((sum) => `total_${sum} + ${noise(`${table}.${sum}`, 'contents')} as "${sum}"`),
  ]
  const totals = [
    [cells, 'count(*) as members', `${digestOfRows('player::varchar')} as who`],
    [`${digestOfRows(`concat_ws(':', ${row})`)} as contents`],
    sums.map((sum) => `${sumOfParts(`"${sum}"`)} as total_${sum}`),
  ]
  const rounded = ['player', cells, ...sums.map((sum) => `${wholeParts(`"${sum}"`)} as "${sum}"`)]
  return `
    select ${[cells, 'players', ...sums.map((sum) => `"${sum}"`)].join(', ')} from (
      select ${query.flat().join(', ')} from (
        select ${totals.flat().join(', ')} from (select ${rounded.join(', ')} from (${from})) group by ${cells}
      )
    ) where is_published(members, players)`
}
