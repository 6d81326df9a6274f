import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, type TestPlayer } from './ingest-server.ts'

let server: IngestServer
let ann: TestPlayer
let bob: TestPlayer
beforeAll(async () => {
  server = await ingestServer()
  ann = await server.addPlayer('ann')
  bob = await server.addPlayer('bob')
})
afterAll(() => server.stop())

async function eventsOf(playId: number) {
  return (await server.events()).filter((e) => e.type === 'PlaySubmitted' && e.data.playId === playId)
}

/** Invariants 7 and 8: the content identifies a play, and its id and time never change. */
describe('a resent play', () => {
  it('keeps its id and is appended once, however many requests arrive at once', async () => {
    const body = playBody({ seed: 1 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.keep(ann, body)))

    expect(new Set(answers.map((a) => a.playId)).size).toBe(1)
    expect(answers.filter((a) => !a.duplicate)).toHaveLength(1)
    expect(new Set(answers.map((a) => a.position)).size).toBe(1)
    expect(await eventsOf(answers[0]?.playId ?? 0)).toHaveLength(1)
  })

  it('is recognised by its content, also when sent late, by a newer game or with another key', async () => {
    const body = playBody({ seed: 2 })
    const first = await server.keep(ann, body, { 'idempotency-key': 'a' })
    const late = {
      ...body,
      wasPending: true,
      pendingDate: '2025-11-01T10:00:00',
      bodyVersion: '1.9',
      songName: 'X',
    }

    const again = await server.keep(ann, late, { 'idempotency-key': 'another' })
    expect(again).toMatchObject({ playId: first.playId, duplicate: true, position: first.position })
    expect(again).not.toHaveProperty('note')
    expect(await eventsOf(first.playId)).toHaveLength(1)
  })

  it('keeps its id and time while the clock of the server is an hour off, and nothing is lost or doubled', async () => {
    const clock = (hours: number) => server.setNow(new Date(noon + hours * 3_600_000).toISOString())
    const noon = Date.parse('2025-11-20T12:00:00Z')
    const bodies = [31, 32, 33].map((seed) => playBody({ seed }))
    const sendAll = (hours: number) => {
      clock(hours)
      return Promise.all(bodies.slice(0, hours + 2).map((body) => server.keep(ann, body)))
    }
    const [first] = await sendAll(-1)
    const [again, second] = await sendAll(0)
    const [, , third] = await sendAll(1)
    const last = await sendAll(-1)
    clock(0)

    expect([again?.playId, last[0]?.playId]).toEqual([first?.playId, first?.playId])
    const ids = [first, second, third].map((answer) => answer?.playId ?? 0)
    expect(new Set(ids).size).toBe(3)
    await Promise.all([first, second, third].map((answer) => server.reached(answer?.position)))
    const { rows } = await server.database.pool.query(
      'select id, at from g1.plays where id = any ($1) order by id',
      [ids],
    )
    expect(rows).toEqual(ids.map((id, i) => ({ id, at: noon + (i - 1) * 3_600_000 })))
    for (const id of ids) expect(await eventsOf(id)).toHaveLength(1)
  })

  it('of two players with one API key who both miss everything counts as two plays', async () => {
    const body = playBody({ seed: 7, rows: 40 })
    const missed = { ...body, timingData: body.timingData.map(([time]) => [time, 'Miss']) }
    const left = { ...missed, side: 1, playKey: 'left' }
    const right = { ...missed, side: 2, playKey: 'right' }
    const [one, two] = [await server.keep(ann, left), await server.keep(ann, right)]
    expect([one.duplicate, two.duplicate, one.playId === two.playId]).toEqual([false, false, false])

    for (const [sent, kept] of [
      [left, one],
      [right, two],
    ] as const) {
      const late = { ...sent, wasPending: true, pendingDate: '2025-11-01T10:00:00' }
      for (const again of [await server.keep(ann, sent), await server.keep(ann, late)])
        expect(again).toMatchObject({ playId: kept.playId, duplicate: true })
    }
  })

  it('of one player who misses everything twice counts as two plays if their keys differ, also without a side', async () => {
    const body = playBody({ seed: 8, rows: 40 })
    const missed = { ...body, timingData: body.timingData.map(([time]) => [time, 'Miss']) }
    const [one, two] = [
      await server.keep(ann, { ...missed, playKey: 'evening' }),
      await server.keep(ann, { ...missed, playKey: 'night' }),
    ]
    expect([one.duplicate, two.duplicate, one.playId === two.playId]).toEqual([false, false, false])
    const late = { ...missed, playKey: 'night', wasPending: true, pendingDate: '2025-11-01T10:00:00' }
    expect(await server.keep(ann, late)).toMatchObject({ playId: two.playId, duplicate: true })
  })

  it('is answered with the result of the stored play, not with what the resend claims', async () => {
    const body = playBody({ seed: 3, failsAt: 0.5 })
    const first = await server.keep(ann, body)
    const again = await server.keep(ann, { ...body, passed: true })
    expect(again).toMatchObject({ eligible: false, reasons: first.reasons, boards: first.boards })
  })

  it('is recognised after a restart', async () => {
    const body = playBody({ seed: 4 })
    const first = await server.keep(ann, body)
    await server.restart()
    expect(await server.keep(ann, body)).toMatchObject({
      playId: first.playId,
      duplicate: true,
      position: first.position,
    })
    expect(await eventsOf(first.playId)).toHaveLength(1)
  })

  it('of another player is another play', async () => {
    const body = playBody({ seed: 5 })
    const [anns, bobs] = [await server.keep(ann, body), await server.keep(bob, body)]
    expect(bobs).toMatchObject({ duplicate: false })
    expect(bobs.playId).not.toBe(anns.playId)
  })

  it('stays withdrawn', async () => {
    const body = playBody({ seed: 6 })
    const { playId } = await server.keep(ann, body)
    const withdrawn = await server.call({
      method: 'DELETE',
      url: `/api/play/${playId}`,
      headers: { authorization: `Bearer ${ann.session}` },
    })
    await server.reached(String(withdrawn.headers['ledger-position']))
    const again = await server.keep(ann, body)
    expect(again).toMatchObject({ playId, duplicate: true, eligible: false })
    expect(again.reasons.map((r) => r.code)).toEqual(['withdrawn'])
  })
})

describe('an idempotency key', () => {
  it.each([
    ['the header', (key: string) => [{}, { 'idempotency-key': key }] as const],
    ['the body', (key: string) => [{ playKey: key }, {}] as const],
  ])('in %s is stored with the play', async (place, sentAs) => {
    const [inBody, headers] = sentAs('my play')
    const player = await server.addPlayer(place.replace(' ', '-'))
    const first = await server.keep(player, { ...playBody({ seed: 10 }), ...inBody }, headers)
    const [event] = await eventsOf(first.playId)
    expect(event).toMatchObject({ data: { playKey: 'my play' } })
    const again = await server.keep(player, { ...playBody({ seed: 10 }), ...inBody }, headers)
    expect(again).toMatchObject({ playId: first.playId, duplicate: true })
  })

  it('is ignored with a note when it belongs to another play already: content decides', async () => {
    const key = { 'idempotency-key': 'reused' }
    const first = await server.keep(ann, playBody({ seed: 11 }), key)
    const other = await server.keep(ann, playBody({ seed: 12 }), key)
    expect(other.duplicate).toBe(false)
    expect(other.playId).not.toBe(first.playId)
    expect(other.note).toBe(`The play's key was ignored: play ${first.playId} already uses it`)
    expect((await eventsOf(other.playId))[0]).toMatchObject({ data: { playKey: null } })
  })

  it('sent with several plays at once belongs to one of them', async () => {
    const key = { 'idempotency-key': 'at once' }
    const answers = await Promise.all(
      [13, 14, 15, 16].map((seed) => server.keep(ann, playBody({ seed }), key)),
    )
    expect(new Set(answers.map((a) => a.playId)).size).toBe(4)
    expect(answers.filter((a) => a.note === undefined)).toHaveLength(1)
  })

  it('does not reveal plays of other players', async () => {
    const key = { 'idempotency-key': 'mine' }
    await server.keep(ann, playBody({ seed: 17 }), key)
    expect(await server.keep(bob, playBody({ seed: 17 }), key)).not.toHaveProperty('note')
  })

  it('that is too long is dropped, and the play is stored', async () => {
    const { note } = await server.keep(ann, playBody({ seed: 18 }), { 'idempotency-key': 'x'.repeat(300) })
    expect(note).toMatch(/more than 200 characters/)
  })
})
