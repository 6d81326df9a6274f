import {
  getNotificationSettings,
  markNotificationsSeen,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '@stepledger/contracts/http/notifications.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'

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

export function wantedKinds(unwanted: readonly string[]): NotificationKind[] {
  return notificationKinds.filter((kind) => !unwanted.includes(kind))
}
