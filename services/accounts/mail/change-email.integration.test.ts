import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { emailChangeRequests } from './email-change-in-tests.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const { change, cancel, confirm, stateOf, emailOf, verified } = emailChangeRequests(() => service)

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
