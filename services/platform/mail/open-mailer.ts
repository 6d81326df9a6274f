import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { createTransport } from 'nodemailer'
import type { Log } from '../log/log.ts'
import type { Mailer } from './mailer.ts'

interface MailerOptions {
  /** Null: mails are files under `dataDir`. */
  readonly url: string | null
  readonly from: string
  readonly dataDir: string
  readonly log: Log
  readonly now: () => number
}

export async function openMailer({ url, from, dataDir, log, now }: MailerOptions): Promise<Mailer> {
  if (url === null) return folderMailer({ folder: join(dataDir, 'mail'), from, log, now })
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer({ url, from })
}

interface FolderMailerOptions {
  readonly folder: string
  readonly from: string
  readonly log: Log
  readonly now: () => number
}

/**
 * Writes mails as `.eml` files and logs their path with the first link of each, for installations without a mail
 * server.
 */
export function folderMailer({ folder, from, log, now }: FolderMailerOptions): Mailer {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  return {
    async send({ to, subject, text, html, id, playerId }) {
      const { message } = await compose.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@localhost>`,
        date: new Date(now()),
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${timestamp(now())}-${nameOf(playerId)}-${id}.eml`)
      const unfinished = join(folder, `${randomUUID()}.unfinished`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, file)
      const link = /https?:\/\/\S+/.exec(text)?.[0]
      log.info(`mail to ${to}: ${subject}${link === undefined ? '' : `: ${link}`} (${file})`)
    },
    async forget(playerId) {
      const names = await readdir(folder).catch(() => [])
      const ofPlayer = names.filter((name) => name.includes(`-${nameOf(playerId)}-`))
      await Promise.all(ofPlayer.map((name) => rm(join(folder, name), { force: true })))
    },
    check: async () => {},
    close: async () => compose.close(),
  }
}

function timestamp(time: number): string {
  return new Date(time).toISOString().replace(/[:.]/g, '-')
}

/** 16 hex digits. */
function nameOf(playerId: string): string {
  return createHash('sha256').update(playerId).digest('hex').slice(0, 16)
}

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
