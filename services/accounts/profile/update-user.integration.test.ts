import { maxFormerAliases } from '@stepledger/contracts/http/profile.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import type { Notice } from '../../platform/push/push.ts'
import { mailTo } from '../mail/mail-in-tests.ts'
import { findPlayer } from '../players/find-player.ts'
import { postgresAliases } from '../players/postgres-directory.ts'
import { tooCommon } from '../sign-in/account-password.ts'
import { accountsDatabase } from '../tables.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

const usual = { calls: 10_000, seconds: 60 }
let service: AccountsForTests
beforeAll(async () => {
  const figures = { ...defaultRateLimits, write: usual, login: usual, register: usual }
  service = await accountsForTests({ limits: limitsInMemory(figures) })
})
afterAll(() => service.stop())

const change = (token: string, body: object) => service.send('PUT', '/api/user', { token, body })
const said = async (token: string, body: object) => {
  const answer = await change(token, body)
  return [answer.statusCode, answer.json().field, answer.json().error]
}
const db = () => accountsDatabase(service.database)
const auditOf = async (playerId: string) =>
  (
    await db()
      .selectFrom('accounts.audit')
      .select(['what', 'details'])
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute()
  ).map(({ what, details }) => [what, details])
const newPassword = 'another horse'

describe('alias and country', () => {
  it('change with a notice and an entry of the audit log', async () => {
    const { token, user } = await service.register('before')
    const told: Notice[] = []
    const stop = service.push.subscribe(
      (notice) => told.push(notice),
      () => {},
    )
    const answer = await change(token, { alias: ' after ', countryId: 528 })
    expect(answer.json()).toMatchObject({
      message: 'Profile updated',
      user: { alias: 'after', countryId: 528, country: { id: 528, name: 'Netherlands', code: 'NL' } },
    })
    await expect
      .poll(() => told, { timeout: 5000 })
      .toContainEqual({ kind: 'player', player: user.id, countries: [528] })
    stop()
    expect(await auditOf(user.id)).toEqual([
      ['Alias changed', { from: 'before', to: 'after' }],
      ['Country changed', { to: 'Netherlands' }],
    ])
    expect((await change(token, { countryId: null })).json().user).toMatchObject({ country: null })
  })

  it.each([
    [{}, 'body', 'No changes to save'],
    [{ alias: 'steady', countryId: null, newPassword: '' }, 'body', 'No changes to save'],
    [{ alias: 'a b c' }, 'alias', 'Alias must not contain spaces'],
    [{ alias: '' }, 'alias', 'Alias is required'],
    [{ countryId: 0 }, 'countryId', 'Please select a valid country'],
    [{ countryId: 5 }, 'countryId', 'Please select a valid country'],
    [{ countryId: 'NL' }, 'countryId', 'Please select a valid country'],
  ])('of %o are refused, with the reason', async (body, field, error) => {
    const { token } = await steady()
    expect(await said(token, body)).toEqual([422, field, error])
  })
})

describe('a former alias of another player', () => {
  it('stays reserved with its lookalikes, and its old links find the player', async () => {
    const { token, user } = await service.register('Firstname')
    const other = await service.register('somebody')
    await change(token, { alias: 'Secondname' })

    expect(await said(other.token, { alias: 'fIRSTNAME' })).toEqual([
      409,
      'alias',
      'This alias is already taken',
    ])
    expect(await said(other.token, { alias: 'Firstn\u0430me' })).toEqual([
      409,
      'alias',
      'This alias looks like one that is already taken',
    ])
    const body = { email: 'third@example.org', alias: 'firstname', password: testPassword }
    const registered = await service.send('POST', '/api/register', { body })
    expect([registered.statusCode, registered.json().field]).toEqual([409, 'alias'])
    const find = postgresAliases(service.database)
    expect([await find('firstNAME'), await find('Secondname'), await find('nobody')]).toEqual([
      user.id,
      user.id,
      null,
    ])
    // As operators may write it: in full width, and the former one.
    for (const named of ['ＳＥＣＯＮＤｎａｍｅ', ' firstname '])
      expect(await findPlayer(service.database, named)).toEqual({ id: user.id, alias: 'Secondname' })
    expect((await change(token, { alias: 'Firstname' })).statusCode).toBe(200)
    expect((await change(token, { alias: 'firstNAME' })).json().user.alias).toBe('firstNAME')
  })

  it('is released with its lookalikes after twenty others', async () => {
    const { token, user } = await service.register('oldest')
    for (let n = 0; n <= maxFormerAliases; n += 1) {
      service.clock.now += 1000
      expect((await change(token, { alias: `turn${n}x` })).statusCode).toBe(200)
    }
    const rows = await db()
      .selectFrom('accounts.former_aliases')
      .select('alias')
      .where('player_id', '=', user.id)
      .execute()
    expect(rows).toHaveLength(maxFormerAliases)
    const body = { email: 'heir@example.org', alias: 'oldest', password: testPassword }
    expect((await service.send('POST', '/api/register', { body })).statusCode).toBe(200)
    expect(await said(token, { alias: 'oldest' })).toEqual([409, 'alias', 'This alias is already taken'])
  })

  it('goes to one of two concurrent requests', async () => {
    const [one, two] = [await service.register('rename1'), await service.register('rename2')]
    const answers = await Promise.all([
      change(one.token, { alias: 'wanted' }),
      change(two.token, { alias: 'w\u0430nted' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('a new password', () => {
  it('ends all other sessions in every process, invalidates reset links and sends a mail', async () => {
    const { token, user } = await service.register('changer')
    const elsewhere = await signIn('changer', testPassword)
    const email = { player_id: user.id, address_key: 'changer@example.org' }
    await db()
      .insertInto('accounts.mail_links')
      .values({
        ...email,
        token_hash: Buffer.alloc(32),
        purpose: 'resetPassword',
        expires_at: new Date(9e12),
      })
      .execute()

    const answer = await change(token, { currentPassword: testPassword, newPassword })

    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Password changed'])
    const get = async (by: string) => (await service.send('GET', '/api/user', { token: by })).statusCode
    expect([await get(elsewhere ?? ''), await get(token)]).toEqual([401, 200])
    expect([await signIn('changer', testPassword), await signIn('changer', newPassword)]).toEqual([
      undefined,
      expect.any(String),
    ])
    const links = db().selectFrom('accounts.mail_links').where('purpose', '=', 'resetPassword')
    expect(await links.selectAll().execute()).toEqual([])
    await mailTo(service, 'changer@example.org', 'Your password was changed')
    expect(await auditOf(user.id)).toContainEqual(['Password changed', {}])
  })

  it.each([
    [{ newPassword }, 'currentPassword', 'Current password is required to change password'],
    [
      { currentPassword: '', newPassword },
      'currentPassword',
      'Current password is required to change password',
    ],
    [{ currentPassword: 'wrong horse', newPassword }, 'currentPassword', 'Current password is wrong'],
    [
      { currentPassword: testPassword, newPassword: 'short' },
      'newPassword',
      'Password must be at least 6 characters long',
    ],
    [{ currentPassword: testPassword, newPassword: 'Password1' }, 'newPassword', tooCommon],
    [{ currentPassword: testPassword, newPassword: '' }, 'body', 'No changes to save'],
    [
      { currentPassword: 'wrong horse', newPassword, alias: 'unsaved' },
      'currentPassword',
      'Current password is wrong',
    ],
  ])('%o is refused, with the reason, and nothing else of it is saved', async (body, field, error) => {
    const { token } = await steady()
    expect(await said(token, body)).toEqual([422, field, error])
    expect(await signIn('steady', testPassword)).toEqual(expect.any(String))
    expect((await service.send('GET', '/api/user', { token })).json().alias).toBe('steady')
  })

  it('has a limit of attempts per session, and guesses from elsewhere do not count', async () => {
    const { token } = await service.register('guarded')
    const wrong = { currentPassword: 'wrong horse', newPassword }
    const statuses = []
    for (let n = 0; n < 8; n += 1) statuses.push((await change(token, wrong)).statusCode)
    expect(statuses).toContain(429)
    const other = await service.register('besieged')
    for (let n = 0; n < 60; n += 1) await signIn('besieged', `guess ${n}`, `10.1.0.${n}`)
    expect((await change(other.token, { currentPassword: testPassword, newPassword })).statusCode).toBe(200)
  })
})

let kept: { token: string } | undefined
/** Another player. */
async function steady() {
  kept ??= await service.register('steady')
  return kept
}

async function signIn(name: string, password: string, address = '10.9.9.9'): Promise<string | undefined> {
  const body = { email: `${name}@example.org`, password }
  return (await service.send('POST', '/api/login', { body, address })).json().token
}
