import { deliverChanges } from '../change-outbox.ts'
import type { Accounts } from '../deps.ts'
import { endErasures } from './end-erasures.ts'
import { deleteLeftovers, erasePlayer, leftoversAfterMs } from './erase-player.ts'

/**
 * How long until it is looked again, if nobody says that there is something, ms: erasures that come due by the clock
 * are late by this at most.
 */
const lookEveryMs = 60_000

/**
 * Erases who is due, tells everybody, and ends erasures once nothing can be under way any more and what was deleted is
 * off the disk. Gives after how many ms to look again.
 */
export async function eraseDue(accounts: Accounts, signal: AbortSignal): Promise<number> {
  const { database, db, log, now } = accounts
  const open = await db
    .selectFrom('accounts.erasures')
    .select(['player_id', 'gone_at'])
    .where('erase_at', '<=', new Date(now()))
    .orderBy('erase_at')
    .execute()
  let again = lookEveryMs
  /** Nothing is left of these but bytes on the disk, and the erasures themselves. */
  const over: string[] = []
  for (const { player_id: playerId, gone_at: goneAt } of open) {
    if (signal.aborted) return 0
    if (goneAt === null) {
      if (await erasePlayer(accounts, playerId, signal)) log.info('a player was erased')
      else await noteGone(accounts, playerId)
      again = Math.min(again, leftoversAfterMs)
    } else if (goneAt.getTime() + leftoversAfterMs <= now()) {
      await deleteLeftovers(accounts, playerId, signal)
      over.push(playerId)
    } else {
      again = Math.min(again, goneAt.getTime() + leftoversAfterMs - now())
    }
  }
  await endErasures(database, log, over)
  // Those of an operator's command, too, which runs where nobody may hear what it says.
  await deliverChanges(accounts)
  return again
}

/** Erased by another process meanwhile, or never there. */
async function noteGone({ db, now }: Accounts, playerId: string): Promise<void> {
  await db
    .updateTable('accounts.erasures')
    .set({ gone_at: new Date(now()) })
    .where('player_id', '=', playerId)
    .where('gone_at', 'is', null)
    .execute()
}
