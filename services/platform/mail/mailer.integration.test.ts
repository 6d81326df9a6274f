import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { afterEach, describe, expect, it } from 'vitest'
import { AddressRefusedError, type Mailer } from './mailer.ts'
import { folderMailer } from './open-mailer.ts'
import { smtpForTests } from './smtp-in-tests.ts'
import { smtpMailer } from './smtp-mailer.ts'

const from = 'Stepledger <no-reply@scores.example>'
const letter = {
  to: 'ana@example.org',
  subject: 'Verify your email · Stepledger',
  text: 'Hello Zoë,\n\nhttps://scores.example/verify-email?token=abc\n',
  html: '<p>Hello Zoë</p>',
  id: '1767225600000-7',
  playerId: '5b9e7c52-9b53-4a2c-8a3f-0d6f0f6a4b11',
}

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

interface Post {
  readonly mailer: Mailer
  /** A received mail. */
  readonly arrived: () => Promise<readonly ParsedMail[]>
  readonly logged: readonly string[]
}

const adapters = {
  async 'to files'(): Promise<Post> {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-mail-'))
    const logged: string[] = []
    const note = (line: string) => void logged.push(line)
    const mailer = folderMailer({
      folder: join(folder, 'mail'),
      from,
      log: { info: note, warn: note, error: note },
      now: () => Date.UTC(2026, 0, 1),
    })
    endings.push(() => rm(folder, { recursive: true }))
    const arrived = async () => {
      const names = await readdir(join(folder, 'mail'))
      return Promise.all(
        names.sort().map(async (name) => simpleParser(await readFile(join(folder, 'mail', name)))),
      )
    }
    return { mailer, arrived, logged }
  },
  async 'by SMTP'(): Promise<Post> {
    const server = await smtpForTests({ login: { user: 'me', password: 'p@ss' } })
    const mailer = smtpMailer({ url: `smtp://me:p%40ss@127.0.0.1:${server.port}`, from })
    endings.push(server.stop, mailer.close)
    return { mailer, arrived: async () => server.mails, logged: [] }
  },
}

describe.each(Object.entries(adapters))('a mailer %s', (_name, open) => {
  it('delivers text and HTML with sender, recipient and Message-ID', async () => {
    const { mailer, arrived } = await open()
    await mailer.send(letter)
    const [mail, ...more] = await arrived()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: letter.subject,
      from: { text: '"Stepledger" <no-reply@scores.example>' },
    })
    expect(mail?.to).toMatchObject({ text: 'ana@example.org' })
    expect(mail?.text?.trim()).toBe(letter.text.trim())
    expect(mail?.html).toContain('Hello Zoë')
    expect(mail?.messageId).toContain(letter.id)
  })

  it.each([
    ['a subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
    ['an address', { to: 'ana@example.org\r\nBcc: eve@example.org' }],
  ])('prevents header injection by %s', async (_what, changed) => {
    const { mailer, arrived } = await open()
    await mailer.send({ ...letter, ...changed }).catch(() => {})
    for (const mail of await arrived().catch(() => [])) {
      expect(mail.bcc).toBeUndefined()
      expect(mail.headers.has('bcc')).toBe(false)
    }
  })
})

describe('mails as files', () => {
  it('are logged with their link, and deleted with their account', async () => {
    const { mailer, arrived, logged } = await adapters['to files']()
    await mailer.send(letter)
    await mailer.send({ ...letter, to: 'ana@example.com', id: '2' })
    await mailer.send({ ...letter, to: 'bea@example.org', id: '3', playerId: 'another' })
    expect(logged[0]).toContain('https://scores.example/verify-email?token=abc')
    await mailer.forget(letter.playerId)
    expect((await arrived()).map(({ to }) => to)).toMatchObject([{ text: 'bea@example.org' }])
  })
})

describe('mails by SMTP', () => {
  it('distinguish a rejected address from an unavailable server', async () => {
    const refuse = (address: string) =>
      address.startsWith('gone')
        ? { code: 550, text: 'no such mailbox' }
        : address.startsWith('later')
          ? { code: 451, text: 'try again later' }
          : null
    const server = await smtpForTests({ refuse })
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
    endings.push(mailer.close)
    await expect(mailer.send({ ...letter, to: 'gone@example.org' })).rejects.toBeInstanceOf(
      AddressRefusedError,
    )
    const later = await mailer.send({ ...letter, to: 'later@example.org' }).catch((error: unknown) => error)
    expect(later).toBeInstanceOf(Error)
    expect(later).not.toBeInstanceOf(AddressRefusedError)
    await server.stop()
    const away = await mailer.send(letter).catch((error: unknown) => error)
    expect(away).toBeInstanceOf(Error)
    expect(away).not.toBeInstanceOf(AddressRefusedError)
  })

  it('distinguish wrong SMTP credentials from a rejected address', async () => {
    const server = await smtpForTests({ login: { user: 'me', password: 'right' } })
    const mailer = smtpMailer({ url: `smtp://me:wrong@127.0.0.1:${server.port}`, from })
    endings.push(server.stop, mailer.close)
    const failed = await mailer.send(letter).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(AddressRefusedError)
  })
})
