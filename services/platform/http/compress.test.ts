import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { route } from '@stepledger/contracts/http/route.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cachedBody, compressor } from './compress.ts'
import { Rendered } from './send-answer.ts'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

const list = route('list', 'GET /api/list', {
  summary: '',
  answer: z.array(z.object({ hash: z.string() })),
})
const ofTheGame: typeof list = { ...list, path: '/v1/list' }
const long = Array.from({ length: 500 }, (_, n) => ({ hash: String(n).padStart(16, '0') }))
const text = JSON.stringify(long)

/** Requests a route whose handler answers `answer`. */
async function answerTo(
  headers: Record<string, string>,
  { answer = long, at = list, method = 'GET' as 'GET' | 'HEAD' } = {},
) {
  const app = testApp()
  serve(app, at, () => answer)
  return app.inject({ method, url: at.path, headers })
}

describe('a JSON response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0.5, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('is compressed for Accept-Encoding: %s', async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await answerTo({ 'accept-encoding': accepted })

    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(rawPayload.length).toBeLessThan(text.length / 2)
    expect(String(decompress(rawPayload))).toBe(text)
  })

  it.each(['', 'identity', 'br;q=0', 'zstd'])(
    'is sent as it is for Accept-Encoding: %j',
    async (accepted) => {
      const { headers, payload } = await answerTo({ 'accept-encoding': accepted })
      expect([headers['content-encoding'], headers.vary, payload]).toEqual([
        undefined,
        'accept-encoding',
        text,
      ])
    },
  )

  it('is sent as it is when it is small', async () => {
    const { headers, payload } = await answerTo({ 'accept-encoding': 'br' }, { answer: long.slice(0, 20) })
    expect([headers['content-encoding'], payload.length < 1_024]).toEqual([undefined, true])
  })

  it('is never compressed for the game, whose clients may not decompress', async () => {
    const { headers, payload } = await answerTo({ 'accept-encoding': 'gzip' }, { at: ofTheGame })
    expect([headers['content-encoding'], headers.vary, payload]).toEqual([undefined, undefined, text])
  })

  it('has the headers of GET for HEAD, without the body', async () => {
    const accepted = { 'accept-encoding': 'br' }
    const [get, head] = [await answerTo(accepted), await answerTo(accepted, { method: 'HEAD' })]
    expect(head.payload).toBe('')
    for (const name of ['content-length', 'content-encoding', 'vary', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
  })

  it('is not sent again when it is unchanged, in whatever encoding the client has it', async () => {
    const app = testApp()
    const page = new Rendered(cachedBody(Buffer.from(text)), { etag: 'W/"one"' })
    serve(app, list, () => page)
    for (const accepted of ['br', 'gzip', 'identity']) {
      const first = await app.inject({ url: list.path, headers: { 'accept-encoding': accepted } })
      const headers = { 'accept-encoding': accepted, 'if-none-match': String(first.headers.etag) }
      const again = await app.inject({ url: list.path, headers })
      expect([
        again.statusCode,
        again.payload,
        again.headers.vary,
        again.headers['content-encoding'],
      ]).toEqual([304, '', 'accept-encoding', undefined])
    }
  })
})

describe('the compressor', () => {
  it('leaves bodies uncompressed while too many wait', async () => {
    const compress = compressor()
    const body = Buffer.from(text)
    const all = await Promise.all(Array.from({ length: 200 }, () => compress(body, 'gzip')))
    const compressed = all.filter((one) => one !== null)
    expect(compressed.length).toBeGreaterThan(50)
    expect(compressed.length).toBeLessThan(100)
    expect(await compress(body, 'gzip')).not.toBeNull()
  })
})
