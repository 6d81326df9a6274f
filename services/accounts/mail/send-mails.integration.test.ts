import { afterEach, describe, expect, it, vi } from 'vitest'
import { smtpForTests } from '../../platform/mail/smtp-in-tests.ts'
import { smtpMailer } from '../../platform/mail/smtp-mailer.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { mailsChannel } from './mails.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const waiting = async ({ database }: AccountsForTests) => {
  const { rows } = await database.pool.query(
    'SELECT address, tries, next_try_at FROM accounts.mails ORDER BY id',
  )
  return rows
}
const until = (holds: () => Promise<boolean> | boolean) =>
  vi.waitUntil(holds, { timeout: 60_000, interval: 20 })

/** The accounts service with an unavailable mail server, and the port on which it will start. */
async function withServerAway() {
  const probe = await smtpForTests()
  await probe.stop()
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${probe.port}`, from: 'no-reply@scores.example' })
  const service = await accountsForTests({ mailer })
  endings.push(mailer.close, service.stop)
  return { service, port: probe.port }
}

describe('queued mails', () => {
  it('are sent once each when the mail server is available again', async () => {
    // Given an unavailable mail server while players register
    const { service, port } = await withServerAway()
    const names = ['ana', 'bea', 'cleo', 'dora', 'emil']
    for (const name of names) await service.register(name)
    // All first attempts have failed; during an attempt the next one is scheduled 90 s later.
    const pausesEnd = service.clock.now + 60_000
    await until(async () =>
      (await waiting(service)).every(
        ({ tries, next_try_at }) => tries > 0 && next_try_at.getTime() < pausesEnd,
      ),
    )
    expect(await waiting(service)).toHaveLength(5)

    // When it is available again and the back-off is over
    const server = await smtpForTests({ port })
    endings.push(server.stop)
    service.clock.now = pausesEnd
    await service.database.pool.query(`NOTIFY ${mailsChannel}`)

    // Then each of them gets the mail
    await until(async () => (await waiting(service)).length === 0)
    const addresses = server.mails.map(({ to }) => (to && 'text' in to ? to.text : ''))
    expect(addresses.sort()).toEqual(names.map((name) => `${name}@example.org`))
  })

  it('are retried with back-off and dropped after three days', async () => {
    const { service } = await withServerAway()
    await service.register('ana')
    await until(async () => (await waiting(service))[0]?.tries === 1)
    await service.database.pool.query(`NOTIFY ${mailsChannel}`)
    await service.register('bea')
    await until(async () => (await waiting(service))[1]?.tries === 1)
    expect((await waiting(service))[0].tries).toBe(1)

    service.clock.now += 3 * 24 * 3_600_000 + 1
    await service.database.pool.query(`NOTIFY ${mailsChannel}`)
    await until(async () => (await waiting(service)).length === 0)
  })

  it('to a rejected address are dropped at once', async () => {
    const server = await smtpForTests({ refuse: () => ({ code: 550, text: 'no such mailbox' }) })
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@scores.example' })
    const service = await accountsForTests({ mailer })
    endings.push(server.stop, mailer.close, service.stop)
    await service.register('ana')
    await until(async () => (await waiting(service)).length === 0)
    expect(server.mails).toEqual([])
  })
})
