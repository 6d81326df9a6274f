import { publishedData } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../platform/http/test-app.ts'
import { analysis } from './analysis.ts'
import { publish } from './publication/publish.ts'
import { type AnalysisForTests, analysisForTests } from './testing/analysis-for-tests.ts'

const text = '0123456789'
let given: AnalysisForTests
let app: FastifyInstance
let file: { url: string; sha256: string }

const getData = async () => publishedData.parse((await app.inject('/api/data')).json())
const fetchFile = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
  app.inject({ method, url: file.url, headers })

beforeAll(async () => {
  given = await analysisForTests()
  app = testApp()
  await analysis(app, { ...given.deps, publishedData: { at: 4 * 60, keep: 1, licence: 'CC0 1.0' } })
})
afterAll(async () => {
  await app.close()
  await given.stop()
})

describe('the published data', () => {
  it('are listed with files, columns and terms; before the first series without files', async () => {
    expect(await getData()).toMatchObject({
      series: [],
      licence: 'CC0 1.0',
      scheduled: true,
      rowsFrom: null,
      tables: expect.arrayContaining([expect.objectContaining({ name: 'plays' })]),
    })
    given.contents.plays = text
    const made = await publish(given.deps, {
      keep: 1,
      onProgress: () => {},
      signal: new AbortController().signal,
    })
    given.clock.now += 1_001
    const { series } = await getData()
    const url = `/data/files/${made.id}/plays.parquet`
    const sha256 = '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882'
    expect(series).toMatchObject([{ id: made.id, positions: [1, 2, 3] }])
    expect(series[0]?.files[0]).toEqual({
      table: 'plays',
      format: 'parquet',
      bytes: 10,
      rows: 1,
      sha256,
      url,
    })
    file = { url, sha256 }
  })

  it('are served whole, cacheable, to pages of every origin', async () => {
    const answer = await fetchFile()
    expect([answer.statusCode, answer.body]).toEqual([200, text])
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'application/vnd.apache.parquet',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      'cache-control': 'public, max-age=3600, immutable',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'accept-ranges, content-range, content-length, etag',
    })
    const known = await fetchFile({ 'if-none-match': `"${file.sha256}"` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const head = await fetchFile({}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10'])
    const preflight = await fetchFile({ 'access-control-request-headers': 'range' }, 'OPTIONS')
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'range, if-range, if-none-match',
    ])
  })

  it.each([
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=7-', 'bytes 7-9/10', '789'],
    ['bytes=-2', 'bytes 8-9/10', '89'],
    ['bytes=8-99', 'bytes 8-9/10', '89'],
  ])('are served by range: %s', async (range, contentRange, part) => {
    const answer = await fetchFile({ range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([
      206,
      part,
      contentRange,
    ])
    expect(answer.headers['content-length']).toBe(String(part.length))
  })

  it.each([
    ['for several ranges', { range: 'bytes=0-1,4-5' }],
    ['for an invalid range', { range: 'bytes=a-b' }],
    ['for other units', { range: 'rows=0-1' }],
    ['if the file has changed', { range: 'bytes=0-1', 'if-range': '"another"' }],
  ])('are served whole %s', async (_what, headers) => {
    const answer = await fetchFile(headers)
    expect([answer.statusCode, answer.body]).toEqual([200, text])
  })

  it('are served by range if the file has not changed', async () => {
    const answer = await fetchFile({ range: 'bytes=0-1', 'if-range': `"${file.sha256}"` })
    expect([answer.statusCode, answer.body]).toEqual([206, '01'])
  })

  it('are refused beyond their end, and at unknown paths', async () => {
    const answer = await fetchFile({ range: 'bytes=10-' })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */10'])
    expect(answer.json().error).toBe('Range: the file has 10 bytes')
    for (const url of ['/data/files/none.parquet', '/data/files/../../x', `${file.url}/more`, '/data/files/'])
      expect((await app.inject(url)).statusCode).toBe(404)
  })
})
