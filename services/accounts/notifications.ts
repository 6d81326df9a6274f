import {
  getNotificationSettings,
  markNotificationsSeen,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '@stepledger/contracts/http/notifications.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import {
  type ListedNotifications,
  type NotificationOf,
  playersNamedBy,
} from '@stepledger/projections/notifications/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type BackgroundWorker, startBackgroundWorker } from '../platform/background/background-worker.ts'
import { serve } from '../platform/http/serve.ts'
import type { Accounts, NotificationsOfMail } from './deps.ts'
import type { MailTexts } from './mail/mail-texts.ts'
import { queueMailToPlayer } from './mail/mails.ts'
import { aliasesOf, lockPlayerRow } from './player-row.ts'
import type { AccountsDatabase } from './tables.ts'

/** Serves the kinds of notifications that a player has turned on, and up to when they were read. */
export function serveNotificationSettings(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getNotificationSettings, ({ caller }) => notificationSettingsOf(db, caller.playerId))

  serve(app, setNotificationSettings, async ({ caller: { playerId }, body: { kinds, weeklyMail } }) => {
    const unwanted = notificationKinds.filter((kind) => !kinds.includes(kind))
    const at = new Date(now())
    await db
      .insertInto('accounts.notification_settings')
      .values({ player_id: playerId, unwanted, weekly_mail: weeklyMail, mailed_at: at })
      .onConflict((known) =>
        known.column('player_id').doUpdateSet((row) => ({
          unwanted,
          weekly_mail: weeklyMail,
          // Weekly mails begin with what happens from now on.
          mailed_at: sql<Date>`case when ${row.ref('accounts.notification_settings.weekly_mail')} then ${row.ref('accounts.notification_settings.mailed_at')} else ${at} end`,
        })),
      )
      .execute()
    return notificationSettingsOf(db, playerId)
  })

  serve(app, markNotificationsSeen, async ({ caller: { playerId }, body: { until } }) => {
    const at = new Date(now())
    const seen = new Date(Math.min(now(), Date.parse(until)))
    await db
      .insertInto('accounts.notification_settings')
      .values({ player_id: playerId, seen_at: seen, unwanted: [], weekly_mail: false, mailed_at: at })
      .onConflict((known) =>
        known.column('player_id').doUpdateSet({
          seen_at: sql<Date>`greatest(accounts.notification_settings.seen_at, excluded.seen_at)`,
        }),
      )
      .execute()
    return notificationSettingsOf(db, playerId)
  })
}

export async function notificationSettingsOf(
  db: AccountsDatabase,
  playerId: string,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('accounts.notification_settings')
    .select(['seen_at', 'unwanted', 'weekly_mail'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return {
    seenAt: row?.seen_at?.toISOString() ?? null,
    kinds: wantedKinds(row?.unwanted ?? []),
    weeklyMail: row?.weekly_mail ?? false,
  }
}

function wantedKinds(unwanted: readonly string[]): NotificationKind[] {
  return notificationKinds.filter((kind) => !unwanted.includes(kind))
}

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

const maxLines = 12
const maxCounted = 200

/**
 * The texts of a weekly mail, as the read models and the names are when it is sent. Null without notifications.
 * Throws while read models are being computed, so that the mail is retried.
 */
export async function weeklyMailTexts(
  accounts: MailReads,
  player: { readonly id: string; readonly alias: string },
  { since, before }: { readonly since: number; readonly before: number },
): Promise<MailTexts | null> {
  const found = await notificationsForMail(accounts, player.id, { since, before, limit: maxCounted })
  if (!found) throw new Error('the read models are being computed')
  const aliases = await aliasesOf(accounts.db, playersNamedBy(found.notifications))
  const lines = found.notifications.flatMap((each) => notificationLine(each, { ...found, aliases }) ?? [])
  if (lines.length === 0) return null
  const more = lines.length - maxLines
  return {
    subject: 'Your week',
    before: [
      `Hello ${player.alias},`,
      ...lines.slice(0, maxLines),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: 'See All',
    after: ["You asked for this mail once a week. Don't want it anymore? Edit Profile, Notifications."],
  }
}

interface Names extends Pick<ListedNotifications, 'charts' | 'leaderboard'> {
  /** Aliases by player id. */
  readonly aliases: ReadonlyMap<string, string>
}

/** Null if its player was deleted. */
function notificationLine(of: NotificationOf, { charts, leaderboard, aliases }: Names): string | null {
  const title = (chart: string) => titleOrUnknown(charts.get(chart)?.title ?? '')
  switch (of.kind) {
    case 'passed': {
      const alias = aliases.get(of.rival)
      const scores = `${percentText(of.hundredths)}% ${leaderboard}, you had ${percentText(of.own)}%`
      return alias === undefined ? null : `${alias} passed you on ${title(of.chart)}: ${scores}.`
    }
    case 'follower': {
      const alias = aliases.get(of.player)
      return alias === undefined ? null : `${alias} added you as a rival.`
    }
    case 'event': {
      const place = `you're #${of.rank} of ${of.players}`
      return of.round === null ? `${of.name} is final: ${place}.` : `${of.name}, ${of.round} ended: ${place}.`
    }
    case 'place':
      return `${of.name}, ${of.round}: you went from #${of.before} to #${of.rank} within a day.`
    case 'accepted':
      return `You take part in ${of.name}: its organisers accepted you.`
    case 'withdrawn': {
      const what = of.plays === 1 ? `your play of ${title(of.chart)}` : `${of.plays} of your plays`
      return `An operator withdrew ${what}${of.reason === null ? '.' : `: ${sentence(of.reason)}`}`
    }
    case 'refused': {
      const what = of.plays === 1 ? 'A play was' : `${of.plays} plays were`
      return `${what} refused (API key ${of.key}…): ${sentence(of.reason)}`
    }
    case 'play': {
      const late = of.late ? 'arrived late' : null
      const unranked = of.reasons.length > 0 ? "isn't ranked" : null
      const what = [late, unranked].filter((each) => each !== null).join(' and ')
      return `Your play of ${title(of.chart)} ${what}.`
    }
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

interface MailReads extends Pick<Accounts, 'db' | 'refusedPlaysOf'> {
  readonly readModels: Pick<Accounts['readModels'], 'notificationsOf'>
}

/**
 * Returns the notifications of the kinds that a player has turned on, on the first of the preferred boards; null while
 * read models are being computed.
 */
async function notificationsForMail(
  { db, readModels, refusedPlaysOf }: MailReads,
  playerId: string,
  interval: Pick<NotificationsOfMail, 'since' | 'before' | 'limit'>,
): Promise<ListedNotifications | null> {
  const player = await db
    .selectFrom('accounts.players as player')
    .innerJoin('accounts.notification_settings as settings', 'settings.player_id', 'player.id')
    .select(['player.preferred_leaderboards', 'settings.unwanted'])
    .where('player.id', '=', playerId)
    .executeTakeFirst()
  const kinds = wantedKinds(player?.unwanted ?? [])
  return readModels.notificationsOf(playerId, {
    ...interval,
    systemId: player?.preferred_leaderboards[0] ?? null,
    kinds,
    refused: kinds.includes('refused') ? await refusedPlaysOf(playerId, interval) : [],
  })
}
