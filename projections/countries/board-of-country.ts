import { sql } from 'kysely'
import { ranksOf } from '../boards/around.ts'
import { type BoardEntry, entryOf } from '../boards/reads.ts'
import type { BestRow } from '../boards/tables.ts'
import type { GenerationDb } from '../read-database.ts'

/** An entry of the board of a country, with its rank among all players. */
export interface CountryEntry extends BoardEntry {
  readonly rankOfAll: number
}

type Row = Omit<BestRow, 'chart' | 'system'> & { readonly total: number }

/**
 * Returns ranks `from` + 1 to `from` + `limit` of a chart's board among the players of a country, best first, and the
 * number of all. Reads one index range: that of the board, each row with its player's country.
 */
export async function boardOfCountry(
  generation: GenerationDb,
  { chart, system, country }: { readonly chart: string; readonly system: number; readonly country: number },
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly total: number; readonly entries: readonly CountryEntry[] }> {
  const { rows } = await sql<Row & { player: string | null }>`
    with own as materialized (
      select b.key, b.player, b.play_id, b.played_at, b.grade
      from ${sql.table(`${generation.schema}.best`)} b join projector.countries c on c.player = b.player
      where b.chart = ${chart} and b.system = ${system} and c.country = ${country}
    )
    select counted.total, page.*
    from (select count(*)::integer as total from own) counted
    left join lateral (
      select * from own order by key desc, player desc offset ${from}::integer limit ${limit}::integer
    ) page on true
    order by page.key desc, page.player desc`.execute(generation.db)
  const bests = rows.filter(({ player }) => player !== null).map((row) => ({ ...row, system }))
  const ranks = await ranksOf(generation, chart, bests)
  return {
    total: rows[0]?.total ?? 0,
    entries: bests.map((row, i) => ({ ...entryOf(row, from + i + 1), rankOfAll: ranks[i] ?? 0 })),
  }
}
