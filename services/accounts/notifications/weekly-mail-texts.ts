import type { ListedNotifications } from '@stepledger/projections/notifications/list-notifications.ts'
import { playersNamedBy } from '@stepledger/projections/notifications/notification.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import { notificationLine } from './notification-line.ts'
import { type MailReads, notificationsForMail } from './notifications-for-mail.ts'

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
  const aliases = await aliasesIn(accounts, found)
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

async function aliasesIn(
  { db }: Pick<MailReads, 'db'>,
  { notifications }: ListedNotifications,
): Promise<Map<string, string>> {
  const ids = playersNamedBy(notifications)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, alias }) => [id, alias]))
}
