import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { scrubTables } from './scrub-tables.ts'

/** Scrubs the disk, then deletes the rows of completed erasures. Idempotent: the rows remain if it is interrupted. */
export async function endErasures(
  database: Pick<Database, 'pool'>,
  log: Log,
  playerIds: readonly string[],
): Promise<void> {
  if (playerIds.length === 0) return
  await scrubTables(database, log)
  await database.pool.query(
    'DELETE FROM accounts.erasures WHERE player_id = ANY ($1::uuid[]) AND gone_at IS NOT NULL',
    [playerIds],
  )
}
