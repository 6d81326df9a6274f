import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { noBody, route } from '@stepledger/contracts/http/route.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

const write = route('write', 'POST /api/write', {
  summary: '',
  body: z.unknown(),
  answer: z.object({ body: z.unknown() }),
  bodyLimit: 100,
})
const large = route('large', 'POST /api/large', { ...write, bodyLimit: 4 * 1024 * 1024 })
const look = route('look', 'GET /v1/look', {
  ...write,
  body: noBody,
  answer: z.object({ address: z.string() }),
})

function app(publicUrl?: string) {
  const server = testApp(publicUrl ? { publicUrl } : {})
  serve(server, write, ({ body }) => ({ body: body ?? null }))
  serve(server, large, ({ body }) => ({ body: typeof body }))
  serve(server, look, ({ request }) => ({ address: request.ip }))
  server.get('/page', async (_request, reply) => reply.type('text/html').send('<!doctype html>'))
  return server
}

const send = (payload: string, headers: Record<string, string> = {}, url = '/api/write') =>
  app().inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('bodies', () => {
  it('are JSON, with or without a charset; an empty body is absent', async () => {
    expect((await send('{"a":[1]}')).json()).toEqual({ body: { a: [1] } })
    const charset = await send('"é"', { 'content-type': 'application/json; charset=utf-8' })
    expect(charset.json()).toEqual({ body: 'é' })
    expect((await send('')).json()).toEqual({ body: null })
    expect((await send('null')).json()).toEqual({ body: null })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', 'nonsense', ''])(
    'of type "%s" are answered 415',
    async (type) => {
      const answer = await send('{}', { 'content-type': type })
      expect(answer.statusCode).toBe(415)
      expect(answer.json().error).toBe('Send the body as JSON, with Content-Type: application/json')
    },
  )

  it('that are compressed are answered 415', async () => {
    const plain = await send('{"a":1}', { 'content-encoding': 'identity' })
    expect(plain.json()).toEqual({ body: { a: 1 } })
    for (const encoding of ['gzip', 'br', 'gzip, identity']) {
      const answer = await send('{"a":1}', { 'content-encoding': encoding })
      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toEqual({
        error: 'Send the body uncompressed, without Content-Encoding',
        field: 'content-encoding',
      })
    }
  })

  it.each(['{', '{"a":}', "{'a':1}", '[1,]', 'undefined'])(
    'that are malformed (%s) are answered 400',
    async (text) => {
      const answer = await send(text)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ field: 'body' })
      expect(answer.json().error).toMatch(/^The body is not valid JSON: /)
    },
  )

  it.each([
    '{"a":[{"__proto__":{"x":1}}]}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
  ])('that reach into prototypes (%s) are answered 400', async (text) => {
    const answer = await send(text)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('The body must not use the keys __proto__ or constructor.prototype')
  })

  const answerTo = async (text: string) => {
    const answer = await send(text, {}, '/api/large')
    return [answer.statusCode, answer.json()]
  }

  it.each<[number, string, string, (count: number) => string]>([
    [200_000, 'lists', 'lists, objects and keys', (n) => '['.repeat(n) + ']'.repeat(n)],
    [200_000, 'objects', 'lists, objects and keys', (n) => `[${Array(n - 1).fill('{}')}]`],
    [100_000, 'keys', 'keys', (n) => `{${Array.from({ length: n }, (_, i) => `"${i}":0`)}}`],
  ])('with more than %i %s are answered 413', async (limit, _, counted, text) => {
    expect((await answerTo(text(limit)))[0]).toBe(200)
    expect(await answerTo(text(limit + 1))).toEqual([
      413,
      { error: `The body must have at most ${limit} ${counted}`, field: 'body' },
    ])
  })

  it('that are too large are answered 413, with and without Content-Length', async () => {
    const answer = await send(JSON.stringify('x'.repeat(200)))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({ error: 'The body must be at most 100 bytes', field: 'body' })
  })
})

describe('paths', () => {
  it('without a route are answered 404 in JSON', async () => {
    for (const url of ['/api/nothing', '/v1/nothing', '/nothing']) {
      const answer = await app().inject({ method: 'POST', url, payload: {} })
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'There is nothing at this address' }])
    }
  })

  it('with another method are answered 405 with the allowed methods', async () => {
    for (const method of ['PUT', 'DELETE', 'QUERY'] as const) {
      const answer = await app().inject({ method, url: '/v1/look?at=it' })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(answer.json()).toEqual({ error: 'This address takes GET, HEAD only' })
    }
  })

  it('that are malformed are answered 400 in the same format', async () => {
    const answer = await app().inject('/api/%zz')
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The address is malformed' }])
  })

  /** With a real connection, because `inject` would send the path alone. */
  async function sendLine(line: string, lines: readonly string[] = [], body = '') {
    const server = app()
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    const head = [line, 'Host: elsewhere', 'Connection: close', ...(body ? type : []), ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    const answer = await text(socket)
    await server.close()
    return answer
      .replace(/^(Date|x-request-id): .*\r\n/gm, '')
      .replace(/(set-cookie: XSRF-TOKEN=)[^;]+/, '$1')
  }

  it.each([
    ['GET', '/v1/look'],
    ['GET', '/v1/look?at=it'],
    ['GET', '/api/nothing'],
    ['GET', '/page'],
    ['PUT', '/v1/look'],
    ['GET', '/'],
  ])('in absolute form are answered like %s %s', async (method, path) => {
    const usual = await sendLine(`${method} ${path} HTTP/1.1`, ['Accept: text/html'])
    for (const origin of ['http://localhost', 'HTTPS://scores.example:8443', 'http://user@x'])
      expect(await sendLine(`${method} ${origin}${path} HTTP/1.1`, ['Accept: text/html'])).toBe(usual)
  })

  it('in absolute form are checked for forgery', async () => {
    const cookie = ['Cookie: XSRF-TOKEN=abc']
    expect(await sendLine('POST http://localhost/api/write HTTP/1.1', cookie, '{}')).toMatch(
      /^HTTP\/1\.1 403 /,
    )
    expect(await sendLine('POST http://localhost/api/write HTTP/1.1', [], '{}')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('of clients are those of the connection; forwarding headers are ignored', async () => {
    const answer = await app().inject({ url: '/v1/look', headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(answer.json()).toEqual({ address: '127.0.0.1' })
  })
})

describe('the anti-forgery cookie', () => {
  const page = (headers = {}) => app().inject({ url: '/page', headers: { accept: 'text/html', ...headers } })

  it('is set with the first page', async () => {
    const [first] = (await page()).cookies
    expect(first).toMatchObject({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Lax' })
    expect(first?.secure).toBeUndefined()
    expect((await page({ cookie: `XSRF-TOKEN=${first?.value}` })).cookies).toEqual([])
    expect((await app().inject('/v1/look')).cookies).toEqual([])
  })

  it('is secure if the site uses https', async () => {
    const [cookie] = (
      await app('https://scores.example').inject({ url: '/page', headers: { accept: 'text/html' } })
    ).cookies
    expect(cookie?.secure).toBe(true)
  })

  it('must be repeated in the header of a write', async () => {
    expect((await send('{}', { cookie: 'XSRF-TOKEN=abc' })).statusCode).toBe(403)
    expect((await send('{}', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' })).statusCode).toBe(403)
    expect((await send('{}', { cookie: 'a=b; XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).statusCode).toBe(200)
  })

  it('is not required without the cookie, for any Origin', async () => {
    expect((await send('{}', { origin: 'https://scores.example:443' })).statusCode).toBe(200)
    expect((await send('{}', { origin: 'null' })).statusCode).toBe(200)
  })
})

describe('security headers', () => {
  it('allow pages to load resources of this host only', async () => {
    const { headers } = await app('https://scores.example').inject('/page')
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';connect-src 'self' wss://scores.example;img-src 'self' data: blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
  })

  it('do not include HSTS without https', async () => {
    const { headers } = await app().inject('/page')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })
})
