import { createHash } from 'node:crypto'
import type { Session } from '@stepledger/contracts/http/accounts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantPermission } from '../operations/serve-operated-players.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const hour = 3_600_000

/** An operator with a token for the command line. */
async function operator(name: string) {
  const { token: session, user } = await service.register(name)
  await grantPermission(service.database, name, 'ledger.operate')
  service.authentication.forgetAll()
  const made = await create(session)
  return { session, id: user.id, token: made.json<{ token: string }>().token, made }
}
const create = (token: string) => service.send('POST', '/api/operator-token', { token, body: {} })
const statusOf = async (token: string) =>
  (await service.send('GET', '/api/admin/token', { token })).statusCode
const act = (token: string, action: string, input: object) =>
  service.send('POST', `/api/admin/${action}`, { token, body: { input, reason: 'a test' } })

describe('the token of an operator', () => {
  it('opens /api/admin for twelve hours, as its account, and cannot create another', async () => {
    const { token, id, made } = await operator('olga')
    const expiresAt = new Date(service.clock.now + 12 * hour).toISOString()
    expect([made.statusCode, made.json()]).toEqual([201, { token, expiresAt }])
    expect((await service.send('GET', '/api/admin/token', { token })).json()).toEqual({
      user: { id, alias: 'olga' },
      expiresAt,
    })
    // Long after the proof of its session.
    service.clock.now += 11 * hour
    expect((await act(token, 'grant', { alias: 'olga', permission: 'packs.upload' })).statusCode).toBe(200)
    const { rows } = await service.database.pool.query(
      "select operator from accounts.operator_actions where what = 'Permission granted' and reason = 'a test'",
    )
    // It may be on the ledger already.
    for (const row of rows) expect(row).toEqual({ operator: id })
    expect((await create(token)).statusCode).toBe(403)
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(403)
    service.clock.now += hour
    expect(await statusOf(token)).toBe(401)
  })

  it('needs the permission and a recent proof', async () => {
    const { token } = await service.register('pete')
    expect((await create(token)).statusCode).toBe(403)
    const { session } = await operator('otto')
    service.clock.now += hour
    expect((await create(session)).json()).toMatchObject({ code: 'proof-needed' })
  })

  it('is stored as a hash', async () => {
    const { token } = await operator('oana')
    const { rows } = await service.database.pool.query(
      "select token_hash, s::text as text from accounts.sessions s where kind = 'operator' order by created_at desc, id",
    )
    const hash = createHash('sha256').update(token).digest()
    expect(rows.some(({ token_hash }) => hash.equals(token_hash))).toBe(true)
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(token)
  })

  it('is one of the signed-in devices, and ends there', async () => {
    const { session, token } = await operator('omar')
    const { sessions } = (await service.send('GET', '/api/sessions', { token: session })).json<{
      sessions: Session[]
    }>()
    const [own] = sessions.filter(({ device }) => device === 'Command line')
    await service.send('DELETE', `/api/session/${own?.id}`, { token: session })
    expect([await statusOf(token), await statusOf(session)]).toEqual([401, 404])
  })

  let ended = 0
  it.each<[string, (account: Awaited<ReturnType<typeof operator>>, name: string) => Promise<unknown>]>([
    ['by the command that has it', ({ token }) => service.send('DELETE', '/api/admin/token', { token })],
    ['with the other sessions', ({ session }) => service.send('DELETE', '/api/sessions', { token: session })],
    [
      'with the password',
      ({ session }) =>
        service.send('PUT', '/api/user', {
          token: session,
          body: { currentPassword: testPassword, newPassword: 'another horse' },
        }),
    ],
    [
      'with the permission',
      ({ session }, alias) => act(session, 'revoke', { alias, permission: 'ledger.operate' }),
    ],
    ['when an operator signs the player out', ({ session }, alias) => act(session, 'sign-out', { alias })],
    ['when the player is erased', ({ session }, alias) => act(session, 'erase', { alias })],
  ])('ends %s', async (_how, end) => {
    ended += 1
    const alias = `ender${ended}`
    const account = await operator(alias)
    expect(await statusOf(account.token)).toBe(200)
    await end(account, alias)
    expect(await statusOf(account.token)).toBe(401)
    // It stays ended when the permission comes back.
    await grantPermission(service.database, alias, 'ledger.operate')
    service.authentication.forgetAll()
    expect(await statusOf(account.token)).toBe(401)
  })

  it('does not end with another permission', async () => {
    const { session, token } = await operator('oleg')
    await act(session, 'revoke', { alias: 'oleg', permission: 'packs.upload' })
    expect(await statusOf(token)).toBe(200)
  })
})
