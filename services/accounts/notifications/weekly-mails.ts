import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayerRow } from '../lock-player.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import { type MailReads, notificationsForMail } from './notifications-for-mail.ts'

const weekMs = 7 * 86_400_000

/** How often due mails are looked for, ms. */
const intervalMs = 60_000

/** Queues the weekly mails of players who have turned them on and verified their address, in every process. */
export function sendWeeklyMails(accounts: Accounts): Promise<BackgroundWorker> {
  const { database, log } = accounts
  const work = async (signal: AbortSignal) => {
    while (!signal.aborted && (await queueNextWeeklyMail(accounts))) {
      // Each call handles one player.
    }
    return intervalMs
  }
  return startBackgroundWorker({ database, log, works: [{ about: 'weekly mails', work }] })
}

/**
 * Queues the mail that is due first; none for a week without notifications. Returns false when none is due. A week is
 * never mailed twice, even after a replay: the mail is queued in the transaction that moves `mailed_at` from where it
 * was read.
 */
export async function queueNextWeeklyMail(accounts: MailReads & Pick<Accounts, 'now'>): Promise<boolean> {
  const { db, now } = accounts
  const until = now()
  const due = await db
    .selectFrom('accounts.notification_settings as settings')
    .innerJoin('accounts.players as player', 'player.id', 'settings.player_id')
    .select(['player.id', 'settings.mailed_at'])
    .where('settings.weekly_mail', '=', true)
    .where('settings.mailed_at', '<=', new Date(until - weekMs))
    .where('player.email_verified_at', 'is not', null)
    .orderBy('settings.mailed_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return false
  const of = { since: due.mailed_at.getTime(), before: until, limit: 1 }
  const found = await notificationsForMail(accounts, due.id, of)
  // After an update, until all plays are folded again.
  if (!found) return false
  await db.transaction().execute(async (trx) => {
    if (!(await lockPlayerRow(trx, due.id))) return
    const { numUpdatedRows } = await trx
      .updateTable('accounts.notification_settings')
      .set({ mailed_at: new Date(until) })
      .where('player_id', '=', due.id)
      .where('mailed_at', '=', due.mailed_at)
      .where('weekly_mail', '=', true)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || found.notifications.length === 0) return
    await queueMailToPlayer(trx, new Date(until), due.id, {
      kind: 'weeklyNotifications',
      since: due.mailed_at.getTime(),
      before: until,
    })
  })
  return true
}
