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
  it('the longest play is taken: 50,000 rows of eight values, nearly 4 MiB', async () => {
    const body = playBody({ seed: 30, rows: 50_000 })
    expect(JSON.stringify(body).length).toBeGreaterThan(3_500_000)
    const { position } = await server.keep(ann, body)
    await server.reached(position)
    expect(await server.events()).toMatchObject([
      { type: 'PlaySubmitted', data: { rows: { count: 50_000 } } },
    ])
  })

  it('more than 4 MiB are refused with 413', async () => {
    const body = { ...playBody({ seed: 31, rows: 400 }), filler: 'x'.repeat(4 * 1024 * 1024) }
    expect(refusalOf(await server.send(ann, body))).toMatchObject({ status: 413, field: 'body' })
  })

  it('unknown fields beyond 64 KiB are refused with 413: the field is named, and nothing is kept', async () => {
    const before = (await server.events()).length
    const body = playBody({ seed: 32, rows: 400 })
    const answer = refusalOf(await server.send(ann, { ...body, mine: 'x'.repeat(66_000) }))
    expect(answer).toEqual({
      status: 413,
      field: 'mine',
      error: 'mine does not fit: unknown fields take at most 65536 bytes, all together, beside 70 in a row',
    })
    expect((await server.events()).length).toBe(before)
    expect((await server.send(ann, { ...body, mine: 'x'.repeat(60_000) })).statusCode).toBe(200)
  })

  it('texts in rows beyond 70 bytes a row count as unknown fields', async () => {
    const body = playBody({ seed: 33, rows: 400, width: 2 })
    const timingData = body.timingData.map((row, i) => [
      ...row,
      ...'abc'.split('').map((a) => a + `${i}`.padStart(90)),
    ])
    expect(refusalOf(await server.send(ann, { ...body, timingData }))).toMatchObject({
      status: 413,
      field: 'timingData',
    })
  })

  it('a title of any length is kept whole, and shown cut', async () => {
    const body = { ...playBody({ seed: 34, rows: 40 }), songName: 'Long '.repeat(1_000) }
    const { position, playId } = await server.keep(ann, body)
    await server.reached(position)
    const kept = (await server.events()).find((e) => e.type === 'PlaySubmitted' && e.data.playId === playId)
    expect(kept).toMatchObject({ data: { songName: body.songName } })
    const { schema } = server.progress.current()?.generation ?? {}
    const shown = `select title from ${schema}.charts where hash = $1`
    const { rows } = await server.database.pool.query(shown, [body.hash])
    expect(rows).toEqual([{ title: 'Long '.repeat(100) }])
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
