import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import type { BestRow } from './tables.ts'

/**
 * The best counting plays of a player on these charts and systems: one look into the index for each chart. `unnest` and
 * not `in`, so that no plan ever reads all that the player has. Systems are few and sorted out here: as a condition
 * they would make other indexes look good.
 */
export async function ownBests(
  generation: GenerationDb,
  player: string,
  charts: readonly string[],
  systems: readonly number[],
): Promise<Pick<BestRow, 'chart' | 'system' | 'play_id'>[]> {
  const { rows } = await sql<Pick<BestRow, 'chart' | 'system' | 'play_id'>>`
    select b.chart, b.system, b.play_id
    from unnest(${charts}::text[]) as x(chart)
    join ${sql.table(`${generation.schema}.best`)} b on b.chart = x.chart and b.player = ${player}::uuid`.execute(
    generation.db,
  )
  return rows.filter(({ system }) => systems.includes(system))
}
