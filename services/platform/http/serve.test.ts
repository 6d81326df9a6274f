import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { LedgerUnavailableError } from '../ledger/ledger.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { cachedBody } from './compress.ts'
import { HttpError } from './http-error.ts'
import { requestedPosition, sendPosition } from './position.ts'
import { appForTests, as, readChart } from './routes-in-tests.ts'
import { Rendered } from './send-answer.ts'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

describe('a registered route', () => {
  it('passes validated values to its handler and responds with JSON and its length', async () => {
    const answer = await appForTests().inject({
      url: '/api/chart/0123456789abcdef?page=3',
      headers: as('player'),
    })
    expect(answer.json()).toEqual({ hash: '0123456789abcdef', page: 3, caller: 'p1' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.etag).toBeUndefined()
  })

  it('gives each address its own values, also when it is repeated by another caller', async () => {
    const server = appForTests()
    const pageOf = async (page: number, caller: 'player' | 'operator') => {
      const url = `/api/chart/0123456789abcdef?page=${page}`
      const { page: answered, caller: named } = (await server.inject({ url, headers: as(caller) })).json()
      return [answered, named]
    }
    expect(await pageOf(1, 'player')).toEqual([1, 'p1'])
    expect(await pageOf(2, 'player')).toEqual([2, 'p1'])
    expect(await pageOf(1, 'operator')).toEqual([1, 'p2'])
  })

  it.each([
    ['/api/chart/0123456789ABCDEF', 'hash', 'hash must be 16 lower-case hex digits'],
    ['/api/chart/0123456789abcdef?page=0', 'page', 'page must be at least 1'],
    ['/api/chart/0123456789abcdef?page=x', 'page', 'page must be a number'],
    ['/api/chart/0123456789abcdef?page=1&page=2', 'page', 'page must be a number'],
  ])('responds 400 to %s, with field and reason', async (url, field, error) => {
    const answer = await appForTests().inject({ url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error, field })
  })

  it.each([
    [{}, 'name', 'Name is required'],
    [{ name: 'ab' }, 'name', 'Name must be longer'],
    [{ name: 'abc', tags: ['x'] }, 'tags.0', 'tags.0 must be a number'],
    [{ name: 'abc', tags: [1, 2, 3] }, 'tags', 'tags must have at most 2 entries'],
  ])('responds 422 to the body %o, with the message of the schema', async (payload, field, error) => {
    const answer = await appForTests().inject({
      method: 'PUT',
      url: '/api/name',
      payload,
      headers: as('player'),
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error, field })
  })

  it('passes texts to its handler that Postgres can store', async () => {
    const answer = await appForTests().inject({
      method: 'PUT',
      url: '/api/name',
      headers: { authorization: 'Bearer player', 'content-type': 'application/json' },
      payload: String.raw`{"name":"a\u0000b\ud800c"}`,
    })
    expect(answer.json()).toEqual({ name: 'a\uFFFDb\uFFFDc' })
  })

  it('responds to an error of the handler with its status, field and message', async () => {
    const payload = { name: 'taken' }
    const answer = await appForTests().inject({
      method: 'PUT',
      url: '/api/name',
      payload,
      headers: as('player'),
    })
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'This name is taken', field: 'name' }])
  })

  it('reveals nothing about an unexpected error', async () => {
    const payload = { name: 'crash' }
    const answer = await appForTests().inject({
      method: 'PUT',
      url: '/api/name',
      payload,
      headers: as('player'),
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'Something went wrong on our side. Please try again.' })
  })

  it('logs an outage in one line, and an unexpected error with its stack', async () => {
    const lines: { level: number; msg: string; err?: unknown }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const fail = async (error: Error) => {
      const server = testApp({ log })
      serve(server, readChart, () => {
        throw error
      })
      return (await server.inject('/api/chart/0123456789abcdef')).statusCode
    }
    const bug = new Error('a bug')
    expect(await fail(new HttpError(503, 'Kafka has not answered for 80 s'))).toBe(503)
    expect(
      await fail(new HttpError(503, 'Try again', {}, { cause: new LedgerUnavailableError('away') })),
    ).toBe(503)
    const late = new Error('SDK: late')
    expect(await fail(new StorageUnavailableError('S3 does not answer: late', { cause: late }))).toBe(503)
    expect(await fail(new HttpError(503, 'Try again', {}, { cause: bug }))).toBe(503)
    expect(await fail(bug)).toBe(500)

    expect(lines.map(({ level, msg, err }) => [level, msg, err !== undefined])).toEqual([
      [40, 'a request failed: Kafka has not answered for 80 s', false],
      [40, 'a request failed: Try again: away', false],
      [40, 'a request failed: S3 does not answer: late', false],
      [50, 'a request failed', true],
      [50, 'a request failed', true],
    ])
  })

  it('detects a response with more fields than its contract', async () => {
    const server = testApp()
    serve(server, readChart, ({ params }) => {
      const row = { hash: params.hash, page: 1, caller: null, email: 'a@b.c' }
      return row
    })
    expect((await server.inject('/api/chart/0123456789abcdef')).statusCode).toBe(500)
  })

  it('sends a rendered page byte by byte', async () => {
    const server = testApp()
    const bytes = Buffer.from('{"hash":"0123456789abcdef","page":1,"caller":null}')
    const page = new Rendered(cachedBody(bytes), { 'ledger-generation': '7' })
    serve(server, readChart, () => page)
    const answer = await server.inject('/api/chart/0123456789abcdef')
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'ledger-generation': '7',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('sends a rendered page with the headers of any other response, unless the page replaces them', async () => {
    const page = { hash: '0123456789abcdef', page: 1, caller: null }
    const headersOf = async (answer: typeof page | Rendered) => {
      const server = testApp()
      serve(server, readChart, () => answer)
      const origin = await server.listen({ port: 0, host: '127.0.0.1' })
      const { headers } = await fetch(`${origin}/api/chart/0123456789abcdef`)
      await server.close()
      return Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
    }
    const body = cachedBody(Buffer.from(JSON.stringify(page)))
    const usual = await headersOf(page)
    expect(usual).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(await headersOf(new Rendered(body, {}))).toEqual(usual)
    const lasting = { 'cache-control': 'public, max-age=3600' }
    expect(await headersOf(new Rendered(body, lasting))).toEqual({ ...usual, ...lasting })
  })
})

describe('the ledger position', () => {
  it('is returned by a write and accepted by a read; an invalid one is rejected', async () => {
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
    for (const bad of ['96:0', 'x', '1:-1']) {
      expect((await ask(bad)).json()).toEqual({
        error: 'Ledger-Position must be partition:offset',
        field: 'ledger-position',
      })
    }
  })
})
