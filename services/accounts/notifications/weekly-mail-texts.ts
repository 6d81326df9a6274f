import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ListedNotifications } from '@stepledger/projections/notifications/list-notifications.ts'
import { type NotificationOf, playersNamedBy } from '@stepledger/projections/notifications/notification.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import { aliasesOf } from '../player-row.ts'
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

/** Returns a notification as a line of a mail; null if its player was deleted. */
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
