import { createTransport } from 'nodemailer'
import { AddressRefusedError, type Mailer } from './mailer.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587`; `smtps:` for implicit TLS. */
  readonly url: string
  /** `Name <address>`. */
  readonly from: string
}

/** Timeouts of the server, ms; the mail is then retried. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends mails through an SMTP server, over a small connection pool. */
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
    ...timeouts,
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
    async check() {
      await transport.verify()
    },
    close: async () => transport.close(),
  }
}

/**
 * Whether the server rejected the recipient with 5xx. A 5xx reply to the login or the connection is a configuration
 * error and not final for the mail.
 */
function refusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false
  const reply = 'responseCode' in error ? error.responseCode : undefined
  return typeof reply === 'number' && reply >= 500 && 'command' in error && error.command === 'RCPT TO'
}
