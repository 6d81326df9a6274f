import { join } from 'node:path'
import type { Log } from '../log/log.ts'
import { folderMailer } from './folder-mailer.ts'
import type { Mailer } from './mailer.ts'

interface MailerOptions {
  /** Null: mails are files under `dataDir`. */
  readonly url: string | null
  readonly from: string
  readonly dataDir: string
  readonly log: Log
  readonly now: () => number
}

/** Opens the configured mailer. */
export async function openMailer({ url, from, dataDir, log, now }: MailerOptions): Promise<Mailer> {
  if (url === null) return folderMailer({ folder: join(dataDir, 'mail'), from, log, now })
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer({ url, from })
}
