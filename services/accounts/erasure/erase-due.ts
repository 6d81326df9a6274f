import { deliverChanges } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { deleteLeftovers, erasePlayer, leftoversAfterMs } from './erase-player.ts'
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
