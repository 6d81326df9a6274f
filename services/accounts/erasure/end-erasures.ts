import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { scrubTables } from './scrub-tables.ts'

/**
 * Ends erasures whose leftovers are deleted, once nothing of them is on the disk. Killed before its end it is done
 * again, as the erasures are still there.
 */
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
