import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** Whether the play is in the ledger, and parked by this generation: itself, or behind an earlier event of its player. */
export async function isParkedPlay({ id, db }: GenerationDb, playId: number): Promise<boolean> {
  const { rows } = await sql`
    select from projector.parked where generation = ${id} and play_id = ${playId}`.execute(db)
  return rows.length > 0
}
