import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Log } from '../log/log.ts'
import type { Mailer } from './mailer.ts'

/**
 * Logs at the start where mails go: to files, if no mail server is set, or whether the server answers. Mails wait in the
 * database until it does. `url`: that of the mail server, or null.
 */
export async function announceMail(
  mailer: Pick<Mailer, 'check'>,
  { url, dataDir, log }: { readonly url: string | null; readonly dataDir: string; readonly log: Log },
): Promise<void> {
  if (url === null) {
    const folder = join(dataDir, 'mail')
    log.info(
      `MAIL_URL is not set: mails are files in ${folder}, and their links, such as those to reset a password, are in this log`,
    )
    return
  }
  try {
    await mailer.check()
  } catch (error) {
    log.warn(
      `MAIL_URL: the mail server ${new URL(url).host} does not answer: ${errorMessage(error)}. Mails wait, and are sent when it does`,
    )
  }
}
