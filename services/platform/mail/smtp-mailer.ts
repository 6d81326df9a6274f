import { createTransport } from 'nodemailer'
import { AddressRefusedError, type Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`; smtps from the first byte on. */
  readonly url: string
  /** `Name <address>`. */
  readonly from: string
}

/** A server that says nothing for so long is given up, ms: the mail is tried again. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Hands mails to an SMTP server, over few connections that are kept. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  })
  const domain = from.replace(/^.*@|>$/g, '')

  return {
    async send({ to, subject, text, html, id }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        throw refusedForGood(error) ? new AddressRefusedError(`${to}: ${String(error)}`) : error
      }
    },
    forget: async () => {},
    close: async () => transport.close(),
  }
}

/**
 * A reply of 5xx to the address itself. One to the password or to the connection is about us, and passes when it is
 * mended.
 */
function refusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false
  const reply = 'responseCode' in error ? error.responseCode : undefined
  return typeof reply === 'number' && reply >= 500 && 'command' in error && error.command === 'RCPT TO'
}
