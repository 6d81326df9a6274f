import { authCheck } from '@stepledger/contracts/http/game.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../platform/http/serve.ts'
import { postgresAuthentication } from './authentication/authenticate-token.ts'
import { type AccountsForTests, accountsForTests } from './test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
  serve(service.app, authCheck, ({ caller }) => ({
    message: 'OK' as const,
    alias: caller.by,
    userId: caller.playerId,
  }))
})
afterAll(() => service.stop())

const create = async (token: string) => (await service.send('POST', '/api/api-keys', { token })).json()
const list = async (token: string) => (await service.send('GET', '/api/api-keys', { token })).json().apiKeys
const check = async (token: string) => (await service.send('GET', '/v1/auth-check', { token })).statusCode

describe('an API key', () => {
  it('is shown once, works at once, and is listed by its prefix', async () => {
    const { token, user } = await service.register('gamer')
    const answer = await service.send('POST', '/api/api-keys', { token, body: {} })
    expect(answer.statusCode).toBe(201)
    const { key, apiKey } = answer.json()
    expect(key).toMatch(/^sl_[A-Za-z0-9]{32}$/)
    expect(apiKey).toMatchObject({ fingerprint: `${key.slice(0, 8)}…`, lastUsedAt: null })
    expect(await list(token)).toEqual([apiKey])
    const used = await service.send('GET', '/v1/auth-check', { token: key })
    expect(used.json()).toEqual({ message: 'OK', alias: 'apiKey', userId: user.id })
  })

  it("is rejected by the website's routes", async () => {
    const { token } = await service.register('keyholder')
    const { key } = await create(token)
    for (const url of ['/api/user', '/api/api-keys']) {
      const answer = await service.send('GET', url, { token: key })
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { error: 'API keys only work for calls of the game' },
      ])
    }
    expect((await service.send('POST', '/api/api-keys', { token: key })).statusCode).toBe(403)
  })

  it('is rejected at once after its deletion, also while in use', async () => {
    const { token } = await service.register('rotator')
    const { key, apiKey } = await create(token)
    const { key: other } = await create(token)
    const checks = Promise.all(Array.from({ length: 20 }, () => check(key)))
    const deleted = await service.send('DELETE', `/api/api-key/${apiKey.id}`, { token })
    expect(deleted.json()).toEqual({ message: 'API key deleted' })
    expect([await check(key), await check(other)]).toEqual([401, 200])
    await checks
    expect(await check(key)).toBe(401)
    expect(await list(token)).toHaveLength(1)
  })

  it('can only be deleted by its owner', async () => {
    const { token } = await service.register('owner')
    const { key, apiKey } = await create(token)
    const { token: stranger } = await service.register('stranger')
    const answer = await service.send('DELETE', `/api/api-key/${apiKey.id}`, { token: stranger })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'API key not found' }])
    expect(await check(key)).toBe(200)
    const nonsense = await service.send('DELETE', '/api/api-key/7', { token })
    expect([nonsense.statusCode, nonsense.json().field]).toEqual([400, 'id'])
  })

  it('records its last use, to the minute', async () => {
    const { token } = await service.register('regular')
    const { key } = await create(token)
    const lastUsedAt = async () => (await list(token))[0].lastUsedAt
    const first = service.clock.now
    await check(key)
    await expect.poll(lastUsedAt, { interval: 50 }).toBe(new Date(first).toISOString())
    service.clock.now = first + 59_000
    await check(key)
    service.clock.now = first + 60_000
    await check(key)
    await expect.poll(lastUsedAt, { interval: 50 }).toBe(new Date(first + 60_000).toISOString())
  })

  it("is downloaded as the game's file, named after the device", async () => {
    const { token } = await service.register('newcomer')
    const answer = await service.app.inject({
      method: 'GET',
      url: '/api/stepledger.ini',
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="Stepledger.ini"',
      'cache-control': 'no-store',
    })
    const [, key = ''] =
      /^\[Stepledger\]\nApiKey=(sl_[A-Za-z0-9]{32})\nHost=http:\/\/localhost:8080\n$/.exec(answer.body) ?? []
    expect(await check(key)).toBe(200)
    const [listed] = await list(token)
    expect(listed).toMatchObject({ fingerprint: `${key.slice(0, 8)}…`, name: 'Firefox on Windows' })
    expect((await service.send('GET', '/api/stepledger.ini')).statusCode).toBe(401)
    expect((await service.send('GET', '/api/stepledger.ini', { token: key })).statusCode).toBe(403)
  })

  it('records the network, game and module of its last use', async () => {
    const { token } = await service.register('traveller')
    const { key } = await create(token)
    await service.app.inject({
      method: 'GET',
      url: '/v1/auth-check',
      headers: {
        authorization: `Bearer ${key}`,
        'user-agent': 'ITGmania/1.0.1',
        'stepledger-client': '1.2.0 (ITGmania 1.0.1; Simply Love)',
      },
      remoteAddress: '203.0.113.77',
    })
    await expect
      .poll(async () => (await list(token))[0], { interval: 50 })
      .toMatchObject({
        lastUsedNetwork: '203.0.113.x',
        lastUsedClient: 'ITGmania 1.0.1, module 1.2.0',
      })
  })

  it('is limited to twenty, also with concurrent requests', async () => {
    const { token } = await service.register('collector')
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => service.send('POST', '/api/api-keys', { token })),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(20)
    const refused = answers.find((answer) => answer.statusCode !== 201)
    expect([refused?.statusCode, refused?.json()]).toEqual([
      409,
      { error: 'You already have 20 API keys. Delete one first.' },
    ])
  })

  it('works in another process within seconds, and not for long after it was deleted', async () => {
    const { token } = await service.register('distributed')
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const elsewhere = postgresAuthentication({
      database: service.database,
      log,
      now: () => service.clock.now,
    })
    const { key, apiKey } = await create(token)
    expect((await elsewhere.authenticate(key))?.by).toBe('apiKey')
    await service.send('DELETE', `/api/api-key/${apiKey.id}`, { token })
    await expect.poll(() => elsewhere.authenticate(key), { timeout: 15_000, interval: 200 }).toBeNull()
  })
})
