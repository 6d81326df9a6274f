import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAtOnce } from '../calls-at-once.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const change = (token: string, email: string) =>
  service.send('PUT', '/api/user/email', { token, body: { email } })
const cancel = (token: string) => service.send('DELETE', '/api/user/email', { token })
const confirm = (link: string, password: string | undefined = testPassword) =>
  service.send('POST', '/api/confirm-email', { body: { token: link, password } })
const stateOf = async (link: string) =>
  (await service.send('POST', '/api/mail-link', { body: { token: link } })).json().state
const emailOf = async (token: string) => (await service.send('GET', '/api/user', { token })).json().email

/** Registers a player with a verified mail; returns the token of a session. */
async function verified(name: string): Promise<string> {
  const { token } = await service.register(name)
  const link = tokenIn(await mailTo(service, `${name}@example.org`, 'Verify'))
  const answer = await service.send('POST', '/api/verify-email', { token, body: { token: link } })
  expect(answer.statusCode).toBe(200)
  return token
}

describe('a change of the email', () => {
  it('needs the old and the new address to confirm, in any order', async () => {
    const token = await verified('cleo')
    expect((await change(token, 'cleo@new.example')).statusCode).toBe(200)
    const old = await mailTo(service, 'cleo@example.org', 'Confirm your email change')
    const fresh = await mailTo(service, 'cleo@new.example', 'Confirm your new email')
    expect(old.text).toContain('cleo@new.example')

    expect((await confirm(tokenIn(fresh))).json().changed).toBe(false)
    expect(await emailOf(token)).toBe('cleo@example.org')
    const waiting = (await service.send('GET', '/api/user/email', { token })).json()
    expect(waiting).toEqual({ change: { email: 'cleo@new.example', oldProved: false, newProved: true } })

    expect((await confirm(tokenIn(old))).json().changed).toBe(true)
    expect(await emailOf(token)).toBe('cleo@new.example')
    await mailTo(service, 'cleo@example.org', 'Your email was changed')
    const login = { email: 'cleo@new.example', password: testPassword }
    expect((await service.send('POST', '/api/login', { body: login })).statusCode).toBe(200)
  })

  it('needs only the new address to confirm when the old one is unverified', async () => {
    const { token } = await service.register('typo')
    await change(token, 'right@example.org')
    const fresh = await mailTo(service, 'right@example.org', 'Confirm')
    expect((await confirm(tokenIn(fresh))).json().changed).toBe(true)
    // After a proof by password existing access continues.
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(200)
    const login = { email: 'right@example.org', password: testPassword }
    const { user } = (await service.send('POST', '/api/login', { body: login })).json()
    expect(user.emailVerifiedAt).not.toBeNull()
  })

  it('does not reveal whether another account has the address, and never takes it over', async () => {
    await service.register('holder')
    const token = await verified('wisher')
    const [taken, free] = [await change(token, 'holder@example.org'), await change(token, 'free@example.org')]
    expect(taken.body).toBe(free.body)
    await mailTo(service, 'free@example.org', 'Confirm')
    const toHolder = service.letters.filter(({ to }) => to === 'holder@example.org')
    expect(toHolder.map(({ subject }) => subject)).toEqual(['Verify your email · Stepledger'])
  })

  it('needs the password or a session of the player to confirm the new address', async () => {
    const token = await verified('dora')
    const { token: other } = await service.register('dorian')
    await change(token, 'dora@new.example')
    const fresh = tokenIn(await mailTo(service, 'dora@new.example', 'Confirm your new email'))
    const said = async (options: object) => {
      const answer = await service.send('POST', '/api/confirm-email', { body: { token: fresh }, ...options })
      return [answer.statusCode, answer.json().field]
    }
    expect(await said({})).toEqual([422, 'password'])
    expect(await said({ body: { token: fresh, password: 'wrong horse' } })).toEqual([422, 'password'])
    expect((await said({ token: other }))[0]).toBe(409)
    expect((await said({ token }))[0]).toBe(200)
  })

  it('can be cancelled, which invalidates its links', async () => {
    const token = await verified('emil')
    await change(token, 'emil@new.example')
    const old = tokenIn(await mailTo(service, 'emil@example.org', 'Confirm your email change'))
    const fresh = tokenIn(await mailTo(service, 'emil@new.example', 'Confirm your new email'))
    expect((await service.send('DELETE', '/api/user/email', { token })).statusCode).toBe(200)
    for (const link of [old, fresh]) {
      expect(await stateOf(link)).toBe('expired')
      expect((await confirm(link)).statusCode).toBe(422)
    }
    expect(await emailOf(token)).toBe('emil@example.org')
  })

  it.each([
    ['another one', (token: string) => change(token, 'gus@second.example')],
    ['calling it off', cancel],
  ])('is replaced by %s together with mails that were not sent yet', async (by, end) => {
    const name = `gus-${by.length}`
    const token = await verified(name)
    await change(token, `${name}@first.example`)
    await mailTo(service, `${name}@example.org`, 'Confirm your email change')
    await mailTo(service, `${name}@first.example`, 'Confirm your new email')
    const { pool } = service.database
    await pool.query(
      `INSERT INTO accounts.mails (player_id, kind, details, address, address_key, created_at, next_try_at)
       SELECT id, kind, details::jsonb, email, email_key, now(), 'infinity' FROM accounts.players,
         (VALUES ('proveOldEmail', '{"newEmail":"gus@first.example"}'), ('proveNewEmail', '{}')) AS mail (kind, details)
       WHERE alias = $1`,
      [name],
    )
    const waiting = async () =>
      (
        await pool.query(
          "SELECT FROM accounts.mails JOIN accounts.players p ON p.id = player_id WHERE alias = $1 AND next_try_at = 'infinity'",
          [name],
        )
      ).rowCount
    expect(await waiting()).toBe(2)
    expect((await end(token)).statusCode).toBe(200)
    expect(await waiting()).toBe(0)
  })

  it('is not confirmed by a link for another address', async () => {
    const token = await verified('fred')
    await change(token, 'fred@first.example')
    const first = await mailTo(service, 'fred@first.example', 'Confirm')
    await change(token, 'fred@second.example')
    await mailTo(service, 'fred@second.example', 'Confirm')
    expect((await confirm(tokenIn(first))).statusCode).toBe(422)
  })
})

describe('an old address', () => {
  const oldLink = async (name: string, nth = 1) =>
    tokenIn(await mailTo(service, `${name}@example.org`, 'Confirm your email change', nth))

  it('confirms one new address, and no later one', async () => {
    // Given a link that agrees to X, whose change is cancelled in favour of Y
    const token = await verified('olaf')
    await change(token, 'olaf@x.example')
    const forX = await oldLink('olaf')
    await cancel(token)
    await change(token, 'olaf@y.example')
    await oldLink('olaf', 2)
    // When the link for X is used
    expect((await confirm(forX)).statusCode).toBe(422)
    // Then the new address alone does not move the account
    const fresh = tokenIn(await mailTo(service, 'olaf@y.example', 'Confirm your new email'))
    expect((await confirm(fresh)).json().changed).toBe(false)
    expect(await emailOf(token)).toBe('olaf@example.org')
  })

  it('confirms only the address in its mail, even if an older link remains', async () => {
    const token = await verified('olga')
    await change(token, 'olga@x.example')
    const forX = await oldLink('olga')
    await service.database.pool.query(
      "UPDATE accounts.email_changes SET email = 'olga@y.example', email_key = 'olga@y.example' WHERE email = 'olga@x.example'",
    )
    expect((await confirm(forX)).statusCode).toBe(422)
  })

  it('that is verified for the first time cancels a pending change', async () => {
    // Given an account under another person's address, about to move away
    const { token } = await service.register('owner')
    const verify = tokenIn(await mailTo(service, 'owner@example.org', 'Verify'))
    await change(token, 'thief@evil.example')
    const move = tokenIn(await mailTo(service, 'thief@evil.example', 'Confirm your new email'))
    // When the owner of the address verifies it, with a password of their own
    const body = { token: verify, newPassword: 'blue lamp' }
    const answer = await service.send('POST', '/api/verify-email', { body })
    expect(answer.statusCode).toBe(200)
    // Then the link, the first password and the session are invalid
    expect((await confirm(move)).statusCode).toBe(422)
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(401)
    const login = { email: 'owner@example.org', password: testPassword }
    expect((await service.send('POST', '/api/login', { body: login })).statusCode).toBe(401)
    expect(await emailOf(answer.json().token)).toBe('owner@example.org')
    const { rows } = await service.database.pool.query(
      "SELECT FROM accounts.email_changes WHERE email_key = 'thief@evil.example'",
    )
    expect(rows).toEqual([])
  })
})

describe('a pending change', () => {
  it('is cancelled when the old address is verified for the first time, also with the password', async () => {
    // Given an unverified address, and a pending change that only needs the new address
    const { token } = await service.register('hasty')
    const verify = tokenIn(await mailTo(service, 'hasty@example.org', 'Verify'))
    await change(token, 'hasty@new.example')
    const move = tokenIn(await mailTo(service, 'hasty@new.example', 'Confirm your new email'))
    // When the old address is verified with the password
    const body = { token: verify, password: testPassword }
    expect((await service.send('POST', '/api/verify-email', { body })).statusCode).toBe(200)
    // Then the change has to be requested again
    expect((await service.send('GET', '/api/user/email', { token })).json()).toEqual({ change: null })
    expect((await confirm(move)).statusCode).toBe(422)
    expect(await emailOf(token)).toBe('hasty@example.org')
  })
})

describe('of concurrent requests', () => {
  const changeOf = (email: string) => ({
    text: 'SELECT FROM accounts.email_changes WHERE email = $1 FOR UPDATE',
    values: [email],
  })
  /**
   * A player who wants another address, `name@new.example`: a session, and the links to the old address and to the new
   * one.
   */
  async function changing(name: string) {
    const token = await verified(name)
    await change(token, `${name}@new.example`)
    const old = tokenIn(await mailTo(service, `${name}@example.org`, 'Confirm your email change'))
    const fresh = tokenIn(await mailTo(service, `${name}@new.example`, 'Confirm your new email'))
    return { token, old, fresh }
  }

  it('the second of both confirmations changes the address', async () => {
    const { token, old, fresh } = await changing('gina')
    const answers = await callAtOnce(service, changeOf('gina@new.example'), [
      () => confirm(old),
      () => confirm(fresh),
    ])
    expect(answers.map((answer) => answer.json().changed)).toEqual([false, true])
    expect(await emailOf(token)).toBe('gina@new.example')
  })

  it('a link works once', async () => {
    const { old } = await changing('hugo')
    const answers = await callAtOnce(service, changeOf('hugo@new.example'), [
      () => confirm(old),
      () => confirm(old),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })

  it('either the last confirmation or the cancellation wins, and the answers agree', async () => {
    const { token, old, fresh } = await changing('ida')
    await confirm(old)
    const [proved, calledOff] = await callAtOnce(service, changeOf('ida@new.example'), [
      () => confirm(fresh),
      () => cancel(token),
    ])
    expect(proved?.json().changed).toBe(true)
    expect([calledOff?.statusCode, calledOff?.json().error]).toEqual([
      409,
      'There is no email change to cancel: it was completed, cancelled or has expired',
    ])
    expect(await emailOf(token)).toBe('ida@new.example')

    const other = await changing('jan')
    await confirm(other.old)
    const [stays, late] = await callAtOnce(service, changeOf('jan@new.example'), [
      () => cancel(other.token),
      () => confirm(other.fresh),
    ])
    expect([stays?.statusCode, late?.statusCode]).toEqual([200, 422])
    expect(await emailOf(other.token)).toBe('jan@example.org')
  })

  it('one of two players gets the same address', async () => {
    const [first, second] = [await verified('kim'), await verified('leo')]
    for (const token of [first, second]) await change(token, 'both@new.example')
    const links = []
    for (const [nth, name] of ['kim', 'leo'].entries()) {
      await confirm(tokenIn(await mailTo(service, `${name}@example.org`, 'Confirm your email change')))
      links.push(tokenIn(await mailTo(service, 'both@new.example', 'Confirm your new email', nth + 1)))
    }
    const answers = await callAtOnce(
      service,
      changeOf('both@new.example'),
      links.map((link) => () => confirm(link)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect([await emailOf(first), await emailOf(second)]).toContain('both@new.example')
  })

  it('a reset is rejected if the password changes first', async () => {
    const email = 'mona@example.org'
    const token = await verified('mona')
    await service.send('POST', '/api/request-password-reset', { body: { email } })
    const link = tokenIn(await mailTo(service, email, 'Reset your password'))
    const held = { text: 'SELECT FROM accounts.players WHERE email = $1 FOR UPDATE', values: [email] }
    const body = { currentPassword: testPassword, newPassword: 'green lamp' }
    const answers = await callAtOnce(service, held, [
      () => service.send('PUT', '/api/user', { token, body }),
      () => service.send('POST', '/api/reset-password', { body: { token: link, password: 'blue lamp' } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })
})
