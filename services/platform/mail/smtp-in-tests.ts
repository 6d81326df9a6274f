import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface SmtpForTests {
  readonly port: number
  /** What has arrived, in order. */
  readonly mails: readonly ParsedMail[]
  stop(): Promise<void>
}

export interface SmtpOptions {
  /** 0 takes a free one. */
  readonly port?: number
  /** Who must sign in, and how; else nobody must. */
  readonly login?: { readonly user: string; readonly password: string }
  /** What an address is answered; null takes it. */
  readonly refuse?: (address: string) => { readonly code: number; readonly text: string } | null
}

/** A real SMTP server on this machine that keeps what it is given. */
export async function smtpForTests({
  port = 0,
  login,
  refuse = () => null,
}: SmtpOptions = {}): Promise<SmtpForTests> {
  const mails: ParsedMail[] = []
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    // Who keeps a connection is cut off when it stops, ms.
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const fits = username === login?.user && password === login?.password
      if (fits) done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _session, done) {
      const refused = refuse(address)
      done(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null)
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: portOf(server.server.address()),
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port')
  return address.port
}
