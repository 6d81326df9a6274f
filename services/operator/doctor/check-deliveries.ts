import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import type { WaitingMails } from '../../accounts/operations/waiting-mails.ts'
import type { Config } from '../../platform/config/config.ts'
import { silentLog } from '../../platform/log/log.ts'
import { count, counted } from '../format-text.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Age from which a mail counts as stuck, s: some retries have failed by then. */
const stuckSeconds = 600

export function mailFindings({ count, oldestSeconds }: WaitingMails): Finding[] {
  if (oldestSeconds <= stuckSeconds) return []
  return wrong(
    'mail',
    `${counted(count, 'mail')} not sent, the oldest for ${Math.round(oldestSeconds / 60)} minutes: players cannot verify their addresses or reset passwords. After three days a mail is dropped.`,
    'Search the log of accounts for "will be retried": it has the answer of the mail server. Check MAIL_URL.',
  )
}

/** Connects to the mail server and signs in. Without MAIL_URL mails are files, and nothing is checked. */
export async function checkMailServer(
  { mailUrl, mailFrom, dataDir }: Config,
  now: () => number,
): Promise<Finding[]> {
  if (mailUrl === null) return []
  const { openMailer } = await import('../../platform/mail/open-mailer.ts')
  const mailer = await openMailer({ url: mailUrl, from: mailFrom, dataDir, log: silentLog, now })
  try {
    await mailer.check()
    return []
  } catch (error) {
    return wrong(
      'mail',
      `The mail server ${new URL(mailUrl).host} does not answer: ${errorMessage(error)}. Mails wait, for at most three days.`,
      'Check MAIL_URL and the mail server.',
    )
  } finally {
    await mailer.close()
  }
}

/** Reasons after which a client drops a play for good. */
const final = ['invalid', 'key']
/** Fewer refusals, or refusals longer ago (ms), are not reported. */
const tolerable = 20
const recentMs = 24 * 3_600_000

/** Findings about clients whose plays are lost, because they are refused for good. `now`: ms since 1970. */
export function refusalFindings(refusals: readonly KeyRefusals[], now: number): Finding[] {
  return refusals
    .filter(
      ({ reason, lastAt, count: n }) =>
        final.includes(reason) && n >= tolerable && now - Date.parse(lastAt) < recentMs,
    )
    .flatMap(({ key, reason, count: n, client, sample }) =>
      soon(
        'refusals',
        `${count(n)} plays of the API key ${key}${client === null ? '' : ` (${client})`} were refused within a week (${reason}), and are lost. The last error: ${sample}`,
        '`ledger refusals` lists all with their players. An outdated module is updated on *Help → Setup*.',
      ),
    )
}
