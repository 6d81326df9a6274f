import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import type { BestRow } from './tables.ts'

/**
 * Returns the best counting plays of a player on these charts and systems: one index lookup per chart. Uses `unnest`
 * instead of `in`, so that no plan reads all rows of the player. Systems are few and filtered in memory: as a condition
 * they would make the planner prefer another index.
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
    join ${generation.table('best')} b on b.chart = x.chart and b.player = ${player}::uuid`.execute(
    generation.db,
  )
  return rows.filter(({ system }) => systems.includes(system))
}
