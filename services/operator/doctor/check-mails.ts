import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { WaitingMails } from '../../accounts/operations/waiting-mails.ts'
import type { Config } from '../../platform/config/config.ts'
import { silentLog } from '../../platform/log/log.ts'
import { counted } from '../format-text.ts'
import { type Finding, wrong } from './finding.ts'

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
