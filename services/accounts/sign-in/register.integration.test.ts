import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notice } from '../../platform/push/push.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { tooCommon } from './account-password.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ readModels: { rivalIdsOf: async () => [] } })
})
afterAll(() => service.stop())

const valid = { email: 'new@example.org', alias: 'newcomer', password: testPassword }
const post = (body: object) => service.send('POST', '/api/register', { body })

describe('registering', () => {
  it('creates an account and signs in', async () => {
    const answer = await post({
      ...valid,
      email: ' Ana@Example.org ',
      alias: ' Ana ',
      timeZone: 'Europe/Berlin',
    })
    expect(answer.statusCode).toBe(200)
    const { token, user, permissions } = answer.json()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(permissions).toEqual([])
    expect(user).toMatchObject({
      alias: 'Ana',
      email: 'Ana@Example.org',
      emailVerifiedAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      preferredLeaderboards: [],
      rivalUserIds: [],
      userHasSubmittedScore: false,
    })
    const own = await service.send('GET', '/api/user', { token })
    expect(own.json()).toEqual({ ...user, recentPlays: [] })
    const secrets = await service.authentication.secretsOf(user.id)
    expect(secrets?.timeZone).toBe('Europe/Berlin')
    expect(secrets?.sealingKey.length).toBe(32)
  })

  it('stores neither the password nor the token in clear', async () => {
    const { token, user } = await service.register('careful')
    const { rows } = await service.database.pool.query(
      'SELECT to_jsonb(p) AS player, to_jsonb(s) AS session FROM accounts.players p JOIN accounts.sessions s ON s.player_id = p.id WHERE p.id = $1',
      [user.id],
    )
    const kept = JSON.stringify(rows)
    expect(rows[0].player.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(kept).not.toContain('"password"')
    expect(kept).not.toContain(token)
  })

  it.each([
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: '  ' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email format'],
    [{ email: 'a b@example.org' }, 'email', 'Invalid email format'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'email', 'Invalid email format'],
    [{ alias: undefined }, 'alias', 'Alias is required'],
    [{ alias: ' ab ' }, 'alias', 'Alias must be at least 3 characters long'],
    [{ alias: 'a'.repeat(51) }, 'alias', 'Alias must be no more than 50 characters long'],
    [{ alias: 'two words' }, 'alias', 'Alias must not contain spaces'],
    [{ alias: 'wide\u3000space' }, 'alias', 'Alias must not contain spaces'],
    [{ alias: 'nul\u0000' }, 'alias', 'Alias must not contain invisible characters'],
    [{ alias: '\u202eevil' }, 'alias', 'Alias must not contain invisible characters'],
    [{ alias: '\u200d\u200d\u200d' }, 'alias', 'Alias must not contain invisible characters'],
    [{ alias: 'half\ud800' }, 'alias', 'Alias must not contain invisible characters'],
    [{ alias: 'C7489BF6-48e5-4326-86f2-5c8883e6f75b' }, 'alias', 'Alias must not be the id of a player'],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters long'],
    [{ password: 'x'.repeat(1001) }, 'password', 'Password must be no more than 1000 characters long'],
    [{ password: 'letMein1' }, 'password', tooCommon],
    [{ password: 7 }, 'password', 'Password is required'],
  ])('refuses %o and says why', async (change, field, error) => {
    const answer = await post({ ...valid, ...change })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { field, error }])
  })

  it('names every invalid field', async () => {
    const { reasons } = (await post({})).json()
    expect(reasons).toEqual([
      { field: 'email', reason: 'Email is required' },
      { field: 'alias', reason: 'Alias is required' },
      { field: 'password', reason: 'Password is required' },
    ])
  })

  it.each([
    ['Zoë', 'zoe@example.org'],
    ['ゆうた', 'yuta@example.org'],
    ['🦊fox', 'fox@example.org'],
    ['می\u200cخواهم', 'persian@example.org'],
  ])('accepts aliases in every script: %s', async (alias, email) => {
    const answer = await post({ ...valid, alias, email })
    expect(answer.json().user.alias).toBe(alias)
  })

  it('accepts an alias and an email once, ignoring case', async () => {
    await service.register('Single')
    const alias = await post({ ...valid, alias: 'sINGLE' })
    expect([alias.statusCode, alias.json()]).toEqual([
      409,
      {
        error: 'This alias is already taken',
        field: 'alias',
        reasons: [{ field: 'alias', reason: 'This alias is already taken' }],
      },
    ])
    const email = await post({ ...valid, email: 'SINGLE@EXAMPLE.ORG' })
    expect([email.statusCode, email.json().error]).toEqual([409, 'An account with this email already exists'])
    const both = await post({ ...valid, alias: 'single', email: 'single@example.org' })
    expect(both.json().reasons.map((reason: { field: string }) => reason.field)).toEqual(['email', 'alias'])
  })

  it('gives an alias to one of many concurrent requests; the others get 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        post({ ...valid, alias: 'Wanted', email: `wanted${n}@example.org` }),
      ),
    )
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json().field).toBe('alias')
    }
  })

  it('ignores an invalid time zone', async () => {
    for (const [name, timeZone] of [
      ['mars', 'Mars/Olympus'],
      ['offset', '+02:00'],
    ]) {
      const answer = await post({ ...valid, alias: name, email: `${name}@example.org`, timeZone })
      expect((await service.authentication.secretsOf(answer.json().user.id))?.timeZone).toBeNull()
    }
  })

  it('publishes a notice of the new player', async () => {
    const told: Notice[] = []
    const stop = service.push.subscribe(
      (notice) => told.push(notice),
      () => {},
    )
    const { user } = await service.register('announced')
    await expect.poll(() => told).toContainEqual({ kind: 'player', player: user.id })
    stop()
  })
})
