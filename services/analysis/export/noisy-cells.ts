import { quoted } from './duck.ts'
import { digestOfRows, sumOfParts, wholeParts } from './exact-sums.ts'

interface Cells {
  /** Part of the input of the noise, so that tables with equal contents have different noise. */
  readonly table: string
  /** Tables that count the same players per cell share a population, and so the same noisy count. */
  readonly population?: string
  /** Query with one row per player and cell: `player`, the columns of the cell and the sums. */
  readonly from: string
  readonly cell: readonly string[]
  /** Numeric columns to sum. */
  readonly sums?: readonly string[]
}

/**
 * Returns a query of the published cells: their columns, and with noise `players` and the sums. The noise derives from
 * all summands, so a cell that loses a player gets other noise.
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
