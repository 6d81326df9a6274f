import { unpackPlay } from '@stepledger/contracts/play/pack-play.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
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

describe('size limits', () => {
  it('the longest play is stored: 50,000 rows of eight values, nearly 4 MiB', async () => {
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

  it('a body beyond the limits is stored: what fits is kept and returned, the answer names the rest', async () => {
    const body = playBody({ seed: 32, rows: 400 })
    const unknown = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`mine${i}`, i]))
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
    const answer = await server.keep(ann, {
      large: 'x'.repeat(66_000),
      deep: nested(3_000),
      ...body,
      ...unknown,
    })

    expect(answer.dropped).toHaveLength(20)
    expect(answer.dropped?.slice(0, 2)).toEqual([
      { field: 'deep', reason: 'was cut: values are kept 32 levels deep' },
      { field: 'mine198', reason: 'was dropped: at most 200 unknown fields are kept' },
    ])
    expect(answer.dropped?.at(-1)).toEqual({ field: 'body', reason: '35 more fields were dropped' })
    const kept = await bodyOf(answer.playId)
    expect(kept).toMatchObject({ ...body, mine0: 0, mine197: 197 })
    expect(Object.keys(kept)).not.toContain('large')
    const again = await server.keep(ann, { ...body, pendingDate: '2025-11-20T12:00:00' })
    expect(again).toMatchObject({ playId: answer.playId, duplicate: true })
    expect(again).not.toHaveProperty('dropped')
  })

  it('texts in rows beyond 70 bytes per row count as unknown fields; without space for them times and offsets are kept', async () => {
    const body = playBody({ seed: 33, rows: 400, width: 2 })
    const timingData = body.timingData.map((row, i) => [
      ...row,
      ...'abc'.split('').map((a) => a + `${i}`.padStart(90)),
    ])
    const { dropped, playId } = await server.keep(ann, { ...body, timingData })
    expect(dropped).toMatchObject([{ field: 'timingData' }])
    expect((await bodyOf(playId)).timingData).toEqual(body.timingData)
  })

  it('a title is stored up to 4 KiB, and shown truncated', async () => {
    const body = { ...playBody({ seed: 34, rows: 40 }), songName: 'Long '.repeat(1_000_000 / 5) }
    const { position, playId, dropped } = await server.keep(ann, body)
    expect(dropped).toEqual([{ field: 'songName', reason: 'was cut: at most 4096 bytes of it are kept' }])
    await server.reached(position)
    expect((await bodyOf(playId)).songName).toBe(body.songName.slice(0, 4096))
    const { schema } = server.progress.current()?.generation ?? {}
    const shown = `select title from ${schema}.charts where hash = $1`
    const { rows } = await server.database.pool.query(shown, [body.hash])
    expect(rows).toEqual([{ title: 'Long '.repeat(100) }])
  })
})

/** The body of a play, read from the ledger. */
async function bodyOf(playId: number) {
  const event = (await server.events()).find((e) => e.type === 'PlaySubmitted' && e.data.playId === playId)
  if (event?.type !== 'PlaySubmitted') throw new Error(`no event of play ${playId}`)
  return unpackPlay(event.data, unseal(event.data.sealed, ann.sealingKey))
}

/** Invariant 9: invalid input changes nothing. */
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
  ])('%s: 422 with field and reason', async (_, sent, field, reason) => {
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

  it('a path without a valid chart hash: 400', async () => {
    expect(refusalOf(await post(JSON.stringify(body), '/v1/chart/XYZ/play'))).toMatchObject({
      status: 400,
      field: 'hash',
    })
  })

  it('an unknown API key: 401', async () => {
    expect((await post(JSON.stringify(body), undefined, 'sl_nobody')).statusCode).toBe(401)
  })
})
