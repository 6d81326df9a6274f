import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsInMemory } from '../platform/limits/limits.ts'
import { day, defaultRateLimits } from '../platform/limits/rate-limits.ts'
import { type AccountsForTests, accountsForTests, testPassword } from './test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  const change = { calls: 4, seconds: day }
  service = await accountsForTests({ limits: limitsInMemory({ ...defaultRateLimits, change }) })
})
afterAll(() => service.stop())

const alias = (name: string) => ['PUT', '/api/user', { alias: name }] as const
const boards = ['PUT', '/api/user/leaderboards', { leaderboardIds: [2] }] as const
const key = ['POST', '/api/api-keys', {}] as const
const publishing = ['PUT', '/api/user/published-data', { included: false }] as const

describe('changes of keys and settings', () => {
  const send = (token: string, [method, url, body]: readonly ['PUT' | 'POST' | 'DELETE', string, object?]) =>
    service.send(method, url, { token, ...(body && { body }) })

  it('have a daily quota by account; a thief who uses it up cannot keep the owner from ending access', async () => {
    // Given a player with a key, of which a call that is not allowed does not count
    const { token } = await service.register('busy')
    const made = await send(token, key)
    expect(made.statusCode).toBe(201)
    expect((await send(made.json().key, boards)).statusCode).toBe(403)
    // When the quota is used up
    for (const change of [alias('busier'), boards, publishing])
      expect((await send(token, change)).statusCode).toBe(200)
    // Then further changes are refused, also through another session
    const body = { email: 'busy@example.org', password: testPassword }
    const other = (await service.send('POST', '/api/login', { body })).json().token
    for (const change of [alias('busiest'), boards, key, publishing]) {
      const refused = await send(other, change)
      expect([refused.statusCode, refused.json().error]).toEqual([
        429,
        'Too many requests. Please try again in 24 hours.',
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(day - 600)
    }
    // And those of other players are not, nor what ends access
    const { token: neighbour } = await service.register('neighbour')
    expect((await send(neighbour, boards)).statusCode).toBe(200)
    const password = { currentPassword: testPassword, newPassword: 'another blue lamp' }
    for (const change of [
      ['DELETE', `/api/api-key/${made.json().apiKey.id}`],
      ['PUT', '/api/user', password],
      ['DELETE', '/api/sessions'],
    ] as const)
      expect((await send(token, change)).statusCode).toBe(200)
  })
})
