import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { openClaims } from '@stepledger/services/ingest/idempotency-claims.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

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

/** The player's plays in the live read model. */
async function keptPlays(player: TestPlayer, chart: string): Promise<number[]> {
  const schema = server.progress.current()?.generation.schema
  const { rows } = await server.database.pool.query(
    `select id from ${schema}.plays where player = $1 and chart = $2 order by id`,
    [player.id, chart],
  )
  return rows.map((row: { id: number }) => row.id)
}

function fingerprintOf(body: Record<string, unknown>): Uint8Array {
  const read = readPlayBody(body, String(body.hash))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return fingerprint(read.body)
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
    const gone = await server.call({
      method: 'DELETE',
      url: `/api/play/${playId}`,
      headers: { authorization: `Bearer ${ann.session}` },
    })
    await server.reached(String(gone.headers['ledger-position']))
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

/** Invariants 1 and 8. */
describe('after a crash', () => {
  it('between claim and append, the play is appended with the claimed id and time', async () => {
    const body = playBody({ seed: 20 })
    server.setNow('2025-11-19T08:00:00Z')
    const claims = openClaims(server.database, { ledgerInDatabase: true })
    const receivedAt = Date.parse('2025-11-19T08:00:00Z')
    const claim = await claims.claim({
      player: ann.id,
      fingerprint: fingerprintOf(body),
      key: 'k',
      receivedAt,
    })
    server.setNow('2025-11-20T12:00:00Z')

    const answer = await server.keep(ann, body)
    expect(answer).toMatchObject({ playId: claim.playId, duplicate: true })
    const events = await eventsOf(claim.playId)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ at: receivedAt, data: { playKey: 'k', playedAt: receivedAt } })
  })

  it('between append and storing the position, the play is appended again and counts once', async () => {
    const body = playBody({ seed: 21 })
    const first = await server.keep(ann, body)
    await server.restart()
    await server.database.pool.query(
      'update ingest.claims set partition = null, "offset" = null where play_id = $1',
      [first.playId],
    )

    const again = await server.keep(ann, body)
    expect(again).toMatchObject({ playId: first.playId, duplicate: true })
    expect(again.position).not.toBe(first.position)
    await server.reached(again.position)
    expect(await eventsOf(first.playId)).toHaveLength(2)
    expect(await keptPlays(ann, body.hash)).toEqual([first.playId])
  })

  it('ids continue above the greatest of the ledger, even when the sequence was reset', async () => {
    const { playId } = await server.keep(ann, playBody({ seed: 22 }))
    await server.database.pool.query("select setval('ingest.play_ids', 1, false)")
    await server.restart()
    const next = await server.keep(ann, playBody({ seed: 23 }))
    expect(next.playId).toBeGreaterThan(playId)
    await server.restart()
    const after = await server.keep(ann, playBody({ seed: 24 }))
    expect(after.playId - next.playId).toBeLessThan(200)
  })
})

/** Invariant 1: 200 means that the ledger has the play. */
describe('while the ledger is unavailable', () => {
  it('plays are answered with 503 and Retry-After, and stored on retry', async () => {
    const body = playBody({ seed: 30 })
    server.setLedgerAway(true)
    const refused = await server.send(ann, body)
    server.setLedgerAway(false)
    expectComeAgain(refused)

    const kept = await server.keep(ann, body)
    expect(await eventsOf(kept.playId)).toHaveLength(1)
  })

  it('the same when the whole database is unavailable, with and without cached API key', async () => {
    const body = playBody({ seed: 31 })
    const cleo = await server.addPlayer('cleo')
    await server.keep(ann, playBody({ seed: 32 }))
    await server.cutDatabase()
    const refused = await Promise.all([ann, cleo].map((player) => server.send(player, body)))
    await server.restoreDatabase()
    for (const answer of refused) expectComeAgain(answer)

    const kept = await server.keep(ann, body)
    expect(await eventsOf(kept.playId)).toHaveLength(1)
  })

  function expectComeAgain(answer: Awaited<ReturnType<IngestServer['send']>>) {
    expect(refusalOf(answer).status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})
