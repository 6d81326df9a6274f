import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayerRow } from '../lock-player.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import { notificationLine } from './notification-line.ts'
import { wantedKinds } from './notification-settings.ts'

const weekMs = 7 * 86_400_000

/** How often due mails are looked for, ms. */
const intervalMs = 60_000

/** Notifications that a mail lists. */
const maxLines = 12
/** Notifications that are counted. */
const maxCounted = 200

/** What queueing a mail needs of accounts. */
interface WeeklyMailDeps extends Pick<Accounts, 'db' | 'now'> {
  readonly readModels: Pick<Accounts['readModels'], 'notificationsOf'>
}

/** Queues the weekly mails of players who want them and have verified their address, in every process. */
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
 * never mailed twice: the mail is queued in the transaction that moves `mailed_at` from where it was read, and lists only
 * what came about since then, whatever is folded again.
 */
export async function queueNextWeeklyMail(accounts: WeeklyMailDeps): Promise<boolean> {
  const { db, now, readModels } = accounts
  const until = now()
  const due = await db
    .selectFrom('accounts.notification_settings as settings')
    .innerJoin('accounts.players as player', 'player.id', 'settings.player_id')
    .select(['player.id', 'player.preferred_leaderboards', 'settings.unwanted', 'settings.mailed_at'])
    .where('settings.weekly_mail', '=', true)
    .where('settings.mailed_at', '<=', new Date(until - weekMs))
    .where('player.email_verified_at', 'is not', null)
    .orderBy('settings.mailed_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return false
  const found = await readModels.notificationsOf(due.id, {
    systemId: due.preferred_leaderboards[0] ?? null,
    kinds: wantedKinds(due.unwanted),
    since: due.mailed_at.getTime(),
    before: until,
    limit: maxCounted,
  })
  // After an update, until all plays are folded again.
  if (!found) return false
  const aliases = await aliasesOf(
    accounts,
    found.notifications.flatMap((each) =>
      each.kind === 'passed' ? [each.rival] : each.kind === 'follower' ? [each.player] : [],
    ),
  )
  const lines = found.notifications.flatMap((each) => notificationLine(each, { ...found, aliases }) ?? [])
  await db.transaction().execute(async (trx) => {
    if (!(await lockPlayerRow(trx, due.id))) return
    const { numUpdatedRows } = await trx
      .updateTable('accounts.notification_settings')
      .set({ mailed_at: new Date(until) })
      .where('player_id', '=', due.id)
      .where('mailed_at', '=', due.mailed_at)
      .where('weekly_mail', '=', true)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || lines.length === 0) return
    await queueMailToPlayer(trx, new Date(until), due.id, {
      kind: 'weeklyNotifications',
      lines: lines.slice(0, maxLines),
      total: lines.length,
    })
  })
  return true
}

async function aliasesOf({ db }: Pick<Accounts, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, alias }) => [id, alias]))
}
