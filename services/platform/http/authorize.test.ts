import { describe, expect, it } from 'vitest'
import { unwatchedDisk } from '../disk/disk-space.ts'
import { limitsInMemory } from '../limits/limits.ts'
import { defaultRateLimits } from '../limits/rate-limits.ts'
import { appForTests, as, authentication, play, readChart, rename } from './routes-in-tests.ts'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

describe('authorisation', () => {
  const put = (token?: string) => ({
    method: 'PUT' as const,
    url: '/api/name',
    payload: { name: 'abc' },
    headers: token ? as(token) : {},
  })
  const post = (token?: string) => ({ ...put(token), method: 'POST' as const, url: '/v1/play' })

  it.each([
    ['a visitor', undefined, 401, 401, 401],
    ['a token that names nobody', 'nobody', 401, 401, 401],
    ['a player', 'player', 200, 200, 403],
    ['an API key', 'sl_key', 403, 200, 403],
    ['an operator', 'operator', 200, 200, 200],
  ])(
    'responds to %s according to the access of the route',
    async (_who, token, session, game, permission) => {
      const server = appForTests()
      expect((await server.inject(put(token))).statusCode).toBe(session)
      expect((await server.inject(post(token))).statusCode).toBe(game)
      const operation = await server.inject({ url: '/api/operate', headers: token ? as(token) : {} })
      expect(operation.statusCode).toBe(permission)
      expect(operation.headers['www-authenticate']).toBe(permission === 401 ? 'Bearer' : undefined)
    },
  )

  it('treats an invalid token or an API key as anonymous on a public route', async () => {
    for (const token of ['nobody', 'sl_key']) {
      const answer = await appForTests().inject({ url: '/api/chart/0123456789abcdef', headers: as(token) })
      expect(answer.json()).toMatchObject({ caller: null })
    }
  })

  it('happens before the body is read', async () => {
    const answer = await appForTests().inject({
      ...post(),
      payload: '{',
      headers: { 'content-type': 'text/xml' },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('limits plays by player over all keys and sessions with 503; others at the same address and invalid keys do not count', async () => {
    const server = appForTests(limitsInMemory({ ...defaultRateLimits, play: { calls: 1, seconds: 60 } }))
    await server.inject(post('nobody'))
    expect((await server.inject(post('sl_key'))).statusCode).toBe(200)
    for (const token of ['sl_key', 'sl_other', 'player']) {
      const refused = await server.inject(post(token))
      expect(refused.statusCode).toBe(503)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.json().error).toMatch(/^Too many requests\. Please try again in \d+ seconds\.$/)
    }
    expect((await server.inject(post('operator'))).statusCode).toBe(200)
  })
})

describe('a nearly full disk', () => {
  const low = { ...unwatchedDisk, isLow: () => true, free: () => 0 }
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const server = testApp({ authentication, disk: low })
  serve(server, { ...play, grows: true }, ({ caller }) => ({ by: caller.by }))
  serve(server, rename, () => {
    throw new Error('an append failed', { cause: full })
  })
  serve(server, readChart, () => {
    throw full
  })
  const ask = (method: 'POST' | 'PUT', url: string, token = 'player') =>
    server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"name":"Ada"}',
    })

  it('rejects authorised requests that add data with 507 and Retry-After', async () => {
    const answer = await ask('POST', '/v1/play')
    expect(answer.statusCode).toBe(507)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json().error).toMatch(/^The server is almost out of disk space/)
    expect((await ask('POST', '/v1/play', 'nobody')).statusCode).toBe(401)
  })

  it('responds 507 to a write when the database is full, and 503 to a read', async () => {
    const answer = await ask('PUT', '/api/name')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([507, '60'])
    expect((await server.inject('/api/chart/0123456789abcdef')).statusCode).toBe(503)
  })
})
