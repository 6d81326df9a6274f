import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** A player's best on a chart. `hundredths`: of that play in every system, in the order of the rules. */
export interface LatestBest {
  readonly chart: string
  readonly playId: number
  readonly grade: Grade
  readonly hundredths: readonly number[]
}

/** Returns a player's bests in a system, latest first: one index range and one entry for each best. */
export async function latestBests(
  { table, db }: GenerationDb,
  player: string,
  system: number,
  limit: number,
): Promise<LatestBest[]> {
  const { rows } = await sql<{ chart: string; play_id: number; grade: Grade; hundredths: number[] }>`
    select b.chart, b.play_id, b.grade, a.hundredths
    from (
      select chart, play_id, grade, played_at from ${table('best')}
      where player = ${player}::uuid and system = ${system} order by played_at desc, chart limit ${limit}
    ) b join ${table('attempts')} a on a.play_id = b.play_id
    order by b.played_at desc, b.chart`.execute(db)
  return rows.map(({ play_id, ...best }) => ({ ...best, playId: play_id }))
}
