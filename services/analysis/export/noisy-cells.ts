import { fewestPlayers, minCounted, noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { type Duck, quoted } from './duck.ts'
import { digestOfRows, sumOfParts, wholeParts } from './sums-and-means.ts'

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

interface Noise {
  /** Secret key. Equal contents get equal noise in every series, so that averaging series does not remove it. */
  readonly key: string
  /** Standard deviation, players. 0 in tests of exact values. */
  readonly deviation?: number
  /** Minimum noisy count of a published row. */
  readonly least?: number
}

/**
 * Creates the macros `noise_of(text)`, Gaussian noise derived from key and text, and `is_published(members, players)`.
 * They are temporary, so that the key is not written to a file.
 */
export async function prepareNoise(
  duck: Duck,
  { key, deviation = noiseDeviation, least = minCounted }: Noise,
): Promise<void> {
  await duck.run(`
    create temp macro uniform_of(digest, start) as
      (('0x' || substr(digest, start, 13))::BIGINT + 0.5) / 4503599627370496;
    create temp macro gaussian_of(digest) as
      sqrt(-2 * ln(uniform_of(digest, 1))) * cos(2 * pi() * uniform_of(digest, 14));
    create temp macro noise_of(text) as ${deviation} * gaussian_of(sha256(${quoted(`${key}:noise:`)} || text));
    create temp macro is_published(members, players) as members >= ${least === 0 ? 1 : fewestPlayers} and players >= ${least}`)
}
