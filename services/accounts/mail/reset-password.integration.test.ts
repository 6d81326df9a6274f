import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import { callAtOnce } from '../calls-at-once-in-tests.ts'
import { securityKey } from '../passkeys/testing/security-key.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ limits: limitsInMemory(defaultRateLimits) })
})
afterAll(() => service.stop())

const ask = (email: string) => service.send('POST', '/api/request-password-reset', { body: { email } })
const reset = (token: string, password: string) =>
  service.send('POST', '/api/reset-password', { body: { token, password } })
const login = (email: string, password: string) =>
  service.send('POST', '/api/login', { body: { email, password } })

describe('a forgotten password', () => {
  it('is replaced with the link of a mail, which signs in and revokes all other access', async () => {
    const { token: before } = await service.register('bea')
    const { key } = (await service.send('POST', '/api/api-keys', { token: before, body: {} })).json()
    await ask('BEA@example.org')
    const letter = await mailTo(service, 'bea@example.org', 'Reset your password')

    // The address is unverified, so its mail contains no text chosen by its sender.
    expect(letter.text).toMatch(/^Hello,/)
    expect(`${letter.text} ${letter.html}`).not.toMatch(/\bbea\b(?!@)/)

    const answer = await reset(tokenIn(letter), 'another blue lamp')

    expect(answer.statusCode).toBe(200)
    // The link also verifies the mail address.
    expect(answer.json().user.emailVerifiedAt).not.toBeNull()
    expect((await service.send('GET', '/api/user', { token: answer.json().token })).statusCode).toBe(200)
    expect((await service.send('GET', '/api/user', { token: before })).statusCode).toBe(401)
    expect(await service.authentication.authenticate(key)).toBeNull()
    expect((await login('bea@example.org', testPassword)).statusCode).toBe(401)
    expect((await login('bea@example.org', 'another blue lamp')).statusCode).toBe(200)
    await mailTo(service, 'bea@example.org', 'Your password was changed')
    expect((await reset(tokenIn(letter), 'yet another one')).statusCode).toBe(422)
  })

  it('cancels a pending deletion, a pending passkey and download addresses when it is replaced', async () => {
    // Given an intruder in the account who has started all of these
    const { token, user } = await service.register('begun')
    expect((await service.send('POST', '/api/user/erasure', { token, body: {} })).statusCode).toBe(200)
    await securityKey(service).make(token)
    const { pool } = service.database
    await pool.query(
      `INSERT INTO accounts.downloads (player_id, state, plays_done, plays_total, asked_at, expires_at, token_hash, token_until)
       VALUES ($1, 'ready', 0, 0, now(), 'infinity', sha256('address'), 'infinity')`,
      [user.id],
    )
    // When the owner of the address resets the password
    await ask('begun@example.org')
    const link = tokenIn(await mailTo(service, 'begun@example.org', 'Reset your password'))
    const fresh = (await reset(link, 'another blue lamp')).json().token
    // Then none of them can be completed
    const erasure = await service.send('GET', '/api/user/erasure', { token: fresh })
    expect(erasure.json()).toEqual({ state: 'none' })
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM accounts.passkey_challenges WHERE player_id = $1) AS passkeys,
         (SELECT token_hash FROM accounts.downloads WHERE player_id = $1) AS address`,
      [user.id],
    )
    expect(rows).toEqual([{ passkeys: 0, address: null }])
  })

  it('is requested again: the earlier link stops working', async () => {
    await service.register('twice')
    const linkOf = async (nth: number) =>
      tokenIn(await mailTo(service, 'twice@example.org', 'Reset your password', nth))
    await ask('twice@example.org')
    const first = await linkOf(1)
    await ask('twice@example.org')
    const second = await linkOf(2)
    expect((await reset(first, 'another blue lamp')).statusCode).toBe(422)
    expect((await reset(second, 'another blue lamp')).statusCode).toBe(200)
  })

  it('can be reset for an hour', async () => {
    await service.register('slow')
    await ask('slow@example.org')
    const token = tokenIn(await mailTo(service, 'slow@example.org', 'Reset'))
    service.clock.now += 3_600_000
    const answer = await reset(token, 'another blue lamp')
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })

  it('does not change when the new one is invalid, and the link still works', async () => {
    await service.register('short')
    await ask('short@example.org')
    const token = tokenIn(await mailTo(service, 'short@example.org', 'Reset'))
    const answer = await reset(token, '12345')
    expect([answer.statusCode, answer.json().error]).toEqual([
      422,
      'Password must be at least 6 characters long',
    ])
    expect((await reset(token, 'another blue lamp')).statusCode).toBe(200)
  })

  it('is answered the same with and without an account; unknown addresses get no mail', async () => {
    await service.register('known')
    const sent = service.letters.length
    const [known, unknown] = await Promise.all([ask('known@example.org'), ask('unknown@example.org')])
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).toBe(known.body)
    await mailTo(service, 'known@example.org', 'Reset')
    const waiting = async () => {
      const { rows } = await service.database.pool.query('SELECT address FROM accounts.mails')
      return rows.length
    }
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 5000, interval: 10 })
    expect(service.letters.slice(sent).map(({ to }) => to)).not.toContain('unknown@example.org')
  })

  it('sends to the address of the account, not to a lookalike', async () => {
    await service.register('kelvin')
    // The Kelvin sign equals k in a case-insensitive comparison.
    await ask('\u212aelvin@example.org').catch(() => {})
    await ask('KELVIN@EXAMPLE.ORG')
    await mailTo(service, 'kelvin@example.org', 'Reset')
    expect(service.letters.map(({ to }) => to)).not.toContain('\u212aelvin@example.org')
  })

  it('has a rate limit, with and without an account', async () => {
    for (const name of ['eager', 'nobody']) {
      if (name === 'eager') await service.register(name)
      const answers = []
      for (let n = 0; n < 6; n += 1) answers.push((await ask(`${name}@example.org`)).statusCode)
      expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  it('also ends concurrent requests with the old one: sign-in, change of password, new key', async () => {
    const { token, user } = await service.register('racer')
    // Creating its link locks the player's row, too.
    await mailTo(service, 'racer@example.org', 'Verify your email')
    const { pool } = service.database
    const resetting = await pool.connect()
    onTestFinished(() => resetting.release())

    // Given an intruder with the old password or a session from it, who calls during a reset
    await resetting.query('BEGIN')
    await resetting.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [user.id])
    const calls = [
      login('racer@example.org', testPassword),
      service.send('PUT', '/api/user', {
        token,
        body: { currentPassword: testPassword, newPassword: 'of the thief' },
      }),
      service.send('POST', '/api/api-keys', { token, body: {} }),
    ]
    const waiting = () =>
      pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    await vi.waitUntil(async () => (await waiting()).rowCount === calls.length, { timeout: 30_000 })

    // When that is done
    await resetting.query("UPDATE accounts.players SET password_hash = 'another' WHERE id = $1", [user.id])
    await resetting.query('DELETE FROM accounts.sessions WHERE player_id = $1', [user.id])
    await resetting.query('COMMIT')

    // Then they are refused, and leave nothing that opens the account
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    const { rows } = await pool.query(
      `SELECT (SELECT password_hash FROM accounts.players WHERE id = $1) AS hash,
         (SELECT count(*)::int FROM accounts.sessions WHERE player_id = $1) AS sessions,
         (SELECT count(*)::int FROM accounts.api_keys WHERE player_id = $1) AS keys`,
      [user.id],
    )
    expect(rows).toEqual([{ hash: 'another', sessions: 0, keys: 0 }])
  })

  it.each([
    ['a passkey is deleted', 'accounts.passkeys', 'DELETE', '/api/passkey/'],
    ['a passkey is renamed', 'accounts.passkeys', 'PUT', '/api/passkey/'],
    ['an API key is deleted', 'accounts.api_keys', 'DELETE', '/api/api-key/'],
    ['a session is ended', 'accounts.sessions', 'DELETE', '/api/session/'],
  ] as const)('and, at the same time, %s: neither holds the other up', async (what, table, method, path) => {
    // Given a player with a passkey, an API key and a session on another device, and a link on its way
    const name = what.replaceAll(' ', '-')
    const { token, user } = await service.register(name)
    await securityKey(service).add(token)
    await service.send('POST', '/api/api-keys', { token, body: {} })
    service.clock.now += 1
    const other = (await login(`${name}@example.org`, testPassword)).json().token
    await ask(`${name}@example.org`)
    const link = tokenIn(await mailTo(service, `${name}@example.org`, 'Reset your password'))
    const { rows } = await service.database.pool.query(
      `SELECT id FROM ${table} WHERE player_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [user.id],
    )
    const [{ id }] = rows

    // When both need the same row
    const answers = await callAtOnce(
      service,
      { text: `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, values: [id] },
      [
        () => service.send(method, path + id, { token, ...(method === 'PUT' && { body: { name: 'Key' } }) }),
        () => reset(link, 'another blue lamp'),
      ],
    )

    // Then both are done, and nothing from before opens the account
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await service.send('GET', '/api/user', { token: other })).statusCode).toBe(401)
  })
})
