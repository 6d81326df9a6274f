import type { Session } from '@stepledger/contracts/http/accounts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onAccessChanged, postgresAuthentication } from '../authentication/authenticate-token.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const aMinute = 60_000
let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const list = async (token: string) =>
  (await service.send('GET', '/api/sessions', { token })).json<{ sessions: Session[] }>().sessions
const end = async (token: string, id?: string) => {
  const url = id === undefined ? '/api/sessions' : `/api/session/${id}`
  return (await service.send('DELETE', url, { token })).statusCode
}
const signIn = async (name: string): Promise<string> => {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': firefox },
    payload: { email: `${name}@example.org`, password: testPassword },
  })
  return answer.json().token
}

describe('the sessions of a player', () => {
  it('list device, creation and last use', async () => {
    const { token } = await service.register('lister')
    const began = service.clock.now
    service.clock.now += aMinute
    await signIn('lister')
    const phone = await signIn('lister')
    service.clock.now += 2 * aMinute
    await list(phone)
    await vi.waitUntil(async () => (await list(token)).some(({ lastUsedAt }) => lastUsedAt !== null), {
      timeout: 5000,
    })
    const sessions = await list(token)
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false])
    expect(sessions[0]?.createdAt).toBe(new Date(began).toISOString())
    expect(sessions[1]).toMatchObject({
      device: 'Firefox on Linux',
      createdAt: new Date(began + aMinute).toISOString(),
      lastUsedAt: new Date(began + 3 * aMinute).toISOString(),
    })
  })

  it('are no longer listed when expired', async () => {
    const { token } = await service.register('expirer')
    await signIn('expirer')
    service.clock.now += 23 * 60 * aMinute
    const late = await signIn('expirer')
    expect(await list(token)).toHaveLength(3)
    service.clock.now += 2 * 60 * aMinute
    expect(await list(late)).toHaveLength(1)
  })

  it('can be ended one by one, or all but this one, at once and in every process', async () => {
    const { token } = await service.register('ender')
    const [one, two] = [await signIn('ender'), await signIn('ender')]
    // Another process caches identities for an hour unless they are invalidated.
    const { database } = service
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const elsewhere = postgresAuthentication({
      database,
      log,
      now: () => service.clock.now,
      ttlMs: 3_600_000,
    })
    const hearing = onAccessChanged(database, log, elsewhere)
    await expect.poll(async () => (await elsewhere.authenticate(one)) !== null, { timeout: 5000 }).toBe(true)
    await elsewhere.authenticate(two)

    const [, doomed] = await list(token)
    expect(await end(token, doomed?.id)).toBe(200)
    expect(await end(token, doomed?.id)).toBe(404)
    expect(await list(token)).toHaveLength(2)
    expect(await end(token)).toBe(200)

    const open = async (by: string) => (await service.send('GET', '/api/user', { token: by })).statusCode
    expect([await open(token), await open(one), await open(two)]).toEqual([200, 401, 401])
    const known = () => Promise.all([one, two].map((by) => elsewhere.authenticate(by)))
    await expect.poll(known, { timeout: 5000 }).toEqual([null, null])
    await hearing.stop()
  })

  it('can only be ended by their player', async () => {
    const { token } = await service.register('owner')
    const [{ id } = { id: '' }] = await list(token)
    const other = await service.register('stranger')
    expect(await end(other.token, id)).toBe(404)
    expect(await end(other.token)).toBe(200)
    expect(await list(token)).toHaveLength(1)
  })
})
