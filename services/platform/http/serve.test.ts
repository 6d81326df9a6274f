import { noBody, nothing, route } from '@stepledger/contracts/http/route.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unwatchedDisk } from '../disk/disk-space.ts'
import type { Caller } from '../identity/identity.ts'
import { limitsInMemory } from '../limits/limits.ts'
import { defaultRateLimits } from '../limits/rate-limits.ts'
import { cachedBody } from './cached-body.ts'
import { conflict } from './http-error.ts'
import { requestedPosition, sendPosition } from './position.ts'
import { rendered } from './rendered.ts'
import { serve } from './serve.ts'
import { identityOf, testApp } from './test-app.ts'

const player: Caller = { by: 'session', playerId: 'p1', credentialId: 's1', permissions: new Set() }
const operator: Caller = { ...player, playerId: 'p2', permissions: new Set(['ledger.operate']) }
const key: Caller = { by: 'apiKey', playerId: 'p1', credentialId: 'k1', permissions: new Set() }
const identity = identityOf({ player, operator, sl_key: key, sl_other: { ...key, credentialId: 'k2' } })

const readChart = route({
  name: 'readChart',
  method: 'GET',
  path: '/api/chart/:hash',
  summary: '',
  params: z.object({ hash: chartHash }),
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  body: noBody,
  answer: z.object({ hash: chartHash, page: z.int(), caller: z.string().nullable() }),
})
const rename = route({
  name: 'rename',
  method: 'PUT',
  path: '/api/name',
  access: 'session',
  summary: '',
  params: nothing,
  query: nothing,
  body: z.object({
    name: z.string('Name is required').min(3, 'Name must be longer'),
    tags: z.array(z.int()).max(2).optional(),
  }),
  answer: z.object({ name: z.string() }),
})
const play = route({
  name: 'play',
  method: 'POST',
  path: '/v1/play',
  access: 'game',
  summary: '',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  answer: z.object({ by: z.string() }),
  bodyLimit: 1000,
  rate: 'play',
})
const operate = route({
  ...readChart,
  name: 'operate',
  path: '/api/operate',
  access: 'ledger.operate',
  params: nothing,
})

function app(limits = limitsInMemory(defaultRateLimits)) {
  const server = testApp({ identity, limits })
  serve(server, readChart, ({ params, query, caller }) => ({
    hash: params.hash,
    page: query.page,
    caller: caller?.playerId ?? null,
  }))
  serve(server, rename, ({ body }) => {
    if (body.name === 'taken') throw conflict('This name is taken', 'name')
    if (body.name === 'crash') throw new Error('secret of the database')
    return { name: body.name }
  })
  serve(server, play, ({ caller }) => ({ by: caller.by }))
  serve(server, operate, () => ({ hash: '0123456789abcdef', page: 1, caller: null }))
  return server
}

const as = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a route that is served', () => {
  it('gives its handler checked values and sends the answer as JSON with its length', async () => {
    const answer = await app().inject({ url: '/api/chart/0123456789abcdef?page=3', headers: as('player') })
    expect(answer.json()).toEqual({ hash: '0123456789abcdef', page: 3, caller: 'p1' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.etag).toBeUndefined()
  })

  it.each([
    ['/api/chart/0123456789ABCDEF', 'hash', 'hash must be 16 lower-case hex digits'],
    ['/api/chart/0123456789abcdef?page=0', 'page', 'page must be at least 1'],
    ['/api/chart/0123456789abcdef?page=x', 'page', 'page must be a number'],
    ['/api/chart/0123456789abcdef?page=1&page=2', 'page', 'page must be a number'],
  ])('answers 400 to %s, with field and reason', async (url, field, error) => {
    const answer = await app().inject({ url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error, field })
  })

  it.each([
    [{}, 'name', 'Name is required'],
    [{ name: 'ab' }, 'name', 'Name must be longer'],
    [{ name: 'abc', tags: ['x'] }, 'tags.0', 'tags.0 must be a number'],
    [{ name: 'abc', tags: [1, 2, 3] }, 'tags', 'tags must have at most 2 entries'],
  ])('answers 422 to the body %o, in the words of the schema', async (payload, field, error) => {
    const answer = await app().inject({ method: 'PUT', url: '/api/name', payload, headers: as('player') })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error, field })
  })

  it('gives its handler texts that every database takes', async () => {
    const answer = await app().inject({
      method: 'PUT',
      url: '/api/name',
      headers: { authorization: 'Bearer player', 'content-type': 'application/json' },
      payload: String.raw`{"name":"a\u0000b\ud800c"}`,
    })
    expect(answer.json()).toEqual({ name: 'a\uFFFDb\uFFFDc' })
  })

  it('answers what the handler refuses with its status, field and words', async () => {
    const payload = { name: 'taken' }
    const answer = await app().inject({ method: 'PUT', url: '/api/name', payload, headers: as('player') })
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'This name is taken', field: 'name' }])
  })

  it('tells nothing about an error that nobody foresaw', async () => {
    const payload = { name: 'crash' }
    const answer = await app().inject({ method: 'PUT', url: '/api/name', payload, headers: as('player') })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'Something went wrong on our side. Please try again.' })
  })

  it('finds an answer that tells more than its contract', async () => {
    const server = testApp()
    serve(server, readChart, ({ params }) => {
      const row = { hash: params.hash, page: 1, caller: null, email: 'a@b.c' }
      return row
    })
    expect((await server.inject('/api/chart/0123456789abcdef')).statusCode).toBe(500)
  })

  it('sends a page that was rendered before, byte by byte', async () => {
    const server = testApp()
    const bytes = Buffer.from('{"hash":"0123456789abcdef","page":1,"caller":null}')
    const page = rendered(cachedBody(bytes), { 'ledger-generation': '7' })
    serve(server, readChart, () => page)
    const answer = await server.inject('/api/chart/0123456789abcdef')
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'ledger-generation': '7',
      'content-type': 'application/json; charset=utf-8',
    })
  })
})

describe('the gate', () => {
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
  ])('answers %s as the access of the route says', async (_who, token, session, game, permission) => {
    const server = app()
    expect((await server.inject(put(token))).statusCode).toBe(session)
    expect((await server.inject(post(token))).statusCode).toBe(game)
    const operation = await server.inject({ url: '/api/operate', headers: token ? as(token) : {} })
    expect(operation.statusCode).toBe(permission)
    expect(operation.headers['www-authenticate']).toBe(permission === 401 ? 'Bearer' : undefined)
  })

  it('takes a bad token, or an API key, on a public route for a visitor', async () => {
    for (const token of ['nobody', 'sl_key']) {
      const answer = await app().inject({ url: '/api/chart/0123456789abcdef', headers: as(token) })
      expect(answer.json()).toMatchObject({ caller: null })
    }
  })

  it('decides before it reads the body', async () => {
    const answer = await app().inject({ ...post(), payload: '{', headers: { 'content-type': 'text/xml' } })
    expect(answer.statusCode).toBe(401)
  })

  it('counts plays by player, over all keys and sessions, and answers 503 beyond the limit, so that the game keeps them: others at the same address, and wrong keys, do not spend them', async () => {
    const server = app(limitsInMemory({ ...defaultRateLimits, play: { calls: 1, seconds: 60 } }))
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

describe('a disk that is nearly full', () => {
  const low = { ...unwatchedDisk, isLow: () => true, free: () => 0 }
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const server = testApp({ identity, disk: low })
  serve(server, route({ ...play, grows: true }), ({ caller }) => ({ by: caller.by }))
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

  it('takes nothing that grows the data: 507, and when to come again, to those who may come at all', async () => {
    const answer = await ask('POST', '/v1/play')
    expect(answer.statusCode).toBe(507)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json().error).toMatch(/^The disk of this server is nearly full/)
    expect((await ask('POST', '/v1/play', 'nobody')).statusCode).toBe(401)
  })

  it('answers a write that the database has no room for in the same way, and a read as a database that is away', async () => {
    const answer = await ask('PUT', '/api/name')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([507, '60'])
    expect((await server.inject('/api/chart/0123456789abcdef')).statusCode).toBe(503)
  })
})

describe('the position', () => {
  it('goes out with a write and comes in with a read; one that cannot be is refused', async () => {
    const server = testApp()
    serve(server, readChart, ({ params, request, reply }) => {
      const wanted = requestedPosition(request)
      if (wanted) sendPosition(reply, wanted)
      return { hash: params.hash, page: 1, caller: null }
    })
    const ask = (position?: string) =>
      server.inject({
        url: '/api/chart/0123456789abcdef',
        headers: position === undefined ? {} : { 'ledger-position': position },
      })
    expect((await ask('11:42')).headers['ledger-position']).toBe('11:42')
    expect((await ask()).headers['ledger-position']).toBeUndefined()
    for (const bad of ['12:0', 'x', '1:-1']) {
      expect((await ask(bad)).json()).toEqual({
        error: 'Ledger-Position must be partition:offset',
        field: 'ledger-position',
      })
    }
  })
})
