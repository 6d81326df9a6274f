import type { TablesTx } from '../generation.ts'
import type { ChartRow } from './tables.ts'

export type ChartTitle = Pick<ChartRow, 'hash' | 'title_key' | 'search' | 'meter'>

/** Returns the columns that lists of these charts sort, search and filter by. */
export async function titlesOf(
  { tx, schema }: TablesTx,
  hashes: readonly string[],
): Promise<Map<string, ChartTitle>> {
  const { rows } = await tx.query<ChartTitle>({
    name: `${schema}_titles_of_v1`,
    text: `select hash, title_key, search, meter from ${schema}.charts where hash = any($1::text[])`,
    values: [hashes],
  })
  return new Map(rows.map((row) => [row.hash, row]))
}
