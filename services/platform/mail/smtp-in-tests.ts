import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface SmtpForTests {
  readonly port: number
  /** The received mails, in order. */
  readonly mails: readonly ParsedMail[]
  stop(): Promise<void>
}

interface SmtpOptions {
  /** 0: any free port. */
  readonly port?: number
  /** Required credentials; none by default. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Returns the rejection of an address; null accepts it. */
  readonly refuse?: (address: string) => { readonly code: number; readonly text: string } | null
}

/** A real local SMTP server that stores received mails. */
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
    // Timeout after which open connections are closed at the stop, ms.
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
