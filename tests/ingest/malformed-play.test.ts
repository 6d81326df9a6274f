import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

let server: IngestServer
let ann: TestPlayer
beforeAll(async () => {
  server = await ingestServer()
  ann = await server.addPlayer('ann')
})
afterAll(() => server.stop())

describe('sizes', () => {
  it('a marathon of 5 MB is taken', async () => {
    const body = playBody({ seed: 30, rows: 75_000 })
    expect(JSON.stringify(body).length).toBeGreaterThan(5_000_000)
    const { position } = await server.keep(ann, body)
    await server.reached(position)
    expect(await server.events()).toMatchObject([
      { type: 'PlaySubmitted', data: { rows: { count: 75_000 } } },
    ])
  })

  it('more than 6 MB are refused with 413', async () => {
    const body = { ...playBody({ seed: 31, rows: 400 }), filler: 'x'.repeat(6 * 1024 * 1024) }
    expect((await server.send(ann, body)).statusCode).toBe(413)
  })

  it('a body that only unfolds to more than a ledger takes is refused, not broken', async () => {
    const { hash, ...body } = playBody({ seed: 32, rows: 400 })
    const text = JSON.stringify({ hash, ...body, numbers: [] }).replace(
      '"numbers":[]',
      `"numbers":[${'1e20,'.repeat(1_000_000)}1]`,
    )
    const answer = await server.call({
      method: 'POST',
      url: `/v1/chart/${hash}/play`,
      headers: { authorization: `Bearer ${ann.apiKey}`, 'content-type': 'application/json' },
      payload: text,
    })
    expect(refusalOf(answer)).toMatchObject({ status: 413, field: 'body' })
  })
})

/** Invariant 9: bad input changes nothing. */
describe('malformed requests', () => {
  const body = playBody({ seed: 40 })
  const post = (payload: string, url = `/v1/chart/${body.hash}/play`, key = ann.apiKey) =>
    server.call({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload,
    })

  it.each<[string, unknown, string, string]>([
    ['no rows', { ...body, timingData: [] }, 'timingData', 'must have at least one row'],
    ['an odd row', { ...body, timingData: [[1, 0], [2]] }, 'timingData.1', 'must have 2 to 9 elements'],
    ['no radar', { ...body, radar: undefined }, 'radar', 'is required'],
    [
      'a negative count',
      { ...body, radar: { ...body.radar, Mines: [-1, 0] } },
      'radar.Mines.0',
      'must not be negative',
    ],
    ['a rate of 0', { ...body, musicRate: 0 }, 'musicRate', 'must be above 0'],
    ['no title', { ...body, songName: undefined }, 'songName', 'is required'],
  ])('%s: 422 names the field and the reason', async (_, sent, field, reason) => {
    expect(refusalOf(await post(JSON.stringify(sent)))).toEqual({
      status: 422,
      error: `${field} ${reason}`,
      field,
      reasons: [{ field, reason }],
    })
  })

  it.each([
    ['no JSON', '{"hash":'],
    ['a list', '[]'],
    ['nothing', ''],
    ['a number', '5'],
    ['null', 'null'],
  ])('%s: 400', async (_, text) => {
    expect(refusalOf(await post(text))).toMatchObject({ status: 400, field: 'body' })
  })

  it('a path that names no chart: 400', async () => {
    expect(refusalOf(await post(JSON.stringify(body), '/v1/chart/XYZ/play'))).toMatchObject({
      status: 400,
      field: 'hash',
    })
  })

  it('a key that nobody has: 401', async () => {
    expect((await post(JSON.stringify(body), undefined, 'sl_nobody')).statusCode).toBe(401)
  })
})
