import type { Queryable } from '@stepledger/projections/queryable.ts'
import { deliverChanges } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { deleteLeftovers, erasePlayer, leftoversAfterMs } from './erase-player.ts'
import { deleteKeptNames } from './leave-competitions.ts'
import { endErasures } from './scrub-tables.ts'

/** Polling interval, ms: a due erasure is late by this at most. */
const pollMs = 60_000

/**
 * Erases players that are due, publishes notices, and completes erasures once concurrent work has ended and the disk is
 * scrubbed. Returns ms until the next run.
 */
export async function eraseDuePlayers(accounts: Accounts, signal: AbortSignal): Promise<number> {
  const { database, db, log, now } = accounts
  const open = await db
    .selectFrom('accounts.erasures')
    .select(['player_id', 'gone_at'])
    .where('erase_at', '<=', new Date(now()))
    .orderBy('erase_at')
    .execute()
  let nextRunMs = pollMs
  /** Erasures with all rows and files deleted, whose tables are still to be scrubbed. */
  const deleted: string[] = []
  for (const { player_id: playerId, gone_at: goneAt } of open) {
    if (signal.aborted) return 0
    if (goneAt === null) {
      if (await erasePlayer(accounts, playerId, signal)) log.info('a player was erased')
      else await recordErased(accounts, playerId)
      nextRunMs = Math.min(nextRunMs, leftoversAfterMs)
    } else if (goneAt.getTime() + leftoversAfterMs <= now()) {
      await deleteLeftovers(accounts, playerId, signal)
      deleted.push(playerId)
    } else {
      nextRunMs = Math.min(nextRunMs, goneAt.getTime() + leftoversAfterMs - now())
    }
  }
  await endErasures(database, log, deleted)
  await deleteKeptNames(accounts)
  // Includes the notices of an operator's command, which may run without a push connection.
  await deliverChanges(accounts)
  return nextRunMs
}

/** For a player erased by another process, or one that never existed. */
async function recordErased({ db, now }: Accounts, playerId: string): Promise<void> {
  await db
    .updateTable('accounts.erasures')
    .set({ gone_at: new Date(now()) })
    .where('player_id', '=', playerId)
    .where('gone_at', 'is', null)
    .execute()
}

/**
 * Records that the erasure of these players has begun, so that a server completes it. For a database that was restored
 * from before the erasure, beside a ledger with PlayerErased. Players without an account are skipped. `at`: ms since 1970.
 */
export async function resumeErasures(
  tx: Queryable,
  erased: readonly { readonly player: string; readonly at: number }[],
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at)
      SELECT p.id, a.at, a.at
      FROM unnest($1::uuid[], $2::bigint[]) AS erased(player, ms)
      CROSS JOIN LATERAL (SELECT to_timestamp(ms / 1000.0) AS at) a
      JOIN accounts.players p ON p.id = erased.player
      ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)`,
    values: [erased.map(({ player }) => player), erased.map(({ at }) => at)],
  })
}
