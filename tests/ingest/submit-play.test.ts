import { unpackPlay } from '@stepledger/contracts/play/pack-play.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { playBody } from '../generators/play-body.ts'
import { type SampleName, samplePlays } from '../generators/sample-plays.ts'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

let server: IngestServer
let ann: TestPlayer
let bob: TestPlayer
beforeAll(async () => {
  server = await ingestServer()
  ann = await server.addPlayer('ann')
  bob = await server.addPlayer('bob', 'America/New_York')
})
afterAll(() => server.stop())

async function eventOf(playId: number) {
  const event = (await server.events()).find((e) => e.type === 'PlaySubmitted' && e.data.playId === playId)
  if (event?.type !== 'PlaySubmitted') throw new Error(`play ${playId} is not in the ledger`)
  return event
}

describe('a submitted play', () => {
  it('returns id, position and scores, and is in the ledger', async () => {
    const body = playBody({ seed: 1, skill: 0.9 })
    const answer = await server.send(ann, body, { prefer: 'wait=0' })

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['ledger-position']).toBe(answer.json().position)
    expect(answer.json()).toMatchObject({ success: true, duplicate: false, eligible: true, reasons: [] })
    expect(answer.json().boards.map((board: { type: string; id: number }) => [board.type, board.id])).toEqual(
      [
        ['HardEX', 4],
        ['EX', 2],
        ['ITG', 3],
      ],
    )
    const event = await eventOf(answer.json().playId)
    expect(event).toMatchObject({ key: ann.id, at: Date.parse('2025-11-20T12:00:00Z') })
  })

  /** Invariants 5 and 6: nothing personal in clear text, nothing lost. */
  it('can be restored field by field with the key of its player', async () => {
    const body = { ...playBody({ seed: 2, version: '1.2' }), secret: { thoughts: ['é', null, 1.5] } }
    const { playId } = await server.keep(ann, body)
    const { data } = await eventOf(playId)

    expect(unpackPlay(data, unseal(data.sealed, ann.sealingKey))).toEqual(body)
    expect(Buffer.from(data.sealed).includes('thoughts')).toBe(false)
    expect(() => unseal(data.sealed, bob.sealingKey)).toThrow()
  })

  it('waits for its fold, and returns its ranks', async () => {
    const chart = generatedChart({ seed: 78 })
    const plays = [0.3, 0.9].map((skill, i) => playBody({ seed: 70 + i, chart, skill }))
    for (const [i, body] of plays.entries()) {
      const { duplicate, boards } = (await server.send(ann, body)).json()
      expect(duplicate).toBe(false)
      for (const board of boards) {
        expect(board).toMatchObject({ rank: 1, total: 1, personalBest: true })
        if (i === 0) expect(board.delta).toBeNull()
        else expect(board.delta).toMatch(/^\+\d+\.\d\d$/)
      }
    }
  })

  it('returns its ranks once the read model has it', async () => {
    const chart = generatedChart({ seed: 77 })
    const worse = await server.keep(bob, playBody({ seed: 3, chart, skill: 0.3 }))
    await server.reached(worse.position)
    const first = await server.keep(ann, playBody({ seed: 4, chart, skill: 0.6 }))
    await server.reached(first.position)
    const better = playBody({ seed: 5, chart, skill: 0.95 })
    const { position } = await server.keep(ann, better)
    await server.reached(position)

    const again = (await server.send(ann, better)).json()
    for (const board of again.boards) {
      expect(board).toMatchObject({ rank: 1, total: 2, personalBest: true })
      expect(board.delta).toMatch(/^\+\d+\.\d\d$/)
    }
    const bobs = (await server.send(bob, playBody({ seed: 3, chart, skill: 0.3 }))).json()
    expect(bobs.boards[0]).toMatchObject({ rank: 2, total: 2, personalBest: true, delta: null })
  })

  it('returns at once without ranks on request', async () => {
    const answer = await server.send(ann, playBody({ seed: 6 }), { prefer: 'respond-async, wait=0' })
    expect(answer.json().boards[0]).not.toHaveProperty('rank')
  })

  it('that is not ranked is stored and says why', async () => {
    const failed = await server.keep(ann, playBody({ seed: 7, failsAt: 0.5 }))
    expect(failed.eligible).toBe(false)
    expect(failed.reasons.map((r) => r.code)).toEqual(['failed'])
    expect(failed.boards.map((b) => b.grade)).toEqual(['F', 'F', 'F'])
    const old = await server.keep(ann, playBody({ seed: 8, version: 'none', rate: 1 }))
    expect(old.reasons.map((r) => r.code)).toEqual([
      'body-version',
      'rate-unknown',
      'autoplay-unknown',
      'passed-unknown',
    ])
    const odd = await server.keep(ann, { ...playBody({ seed: 9 }), usedAutoplay: 'perhaps' })
    expect([odd.eligible, ...odd.reasons.map((r) => r.code)]).toEqual([false, 'autoplay-unknown'])
    const unsaid = await server.keep(ann, { ...playBody({ seed: 10 }), usedAutoplay: undefined })
    expect([unsaid.eligible, ...unsaid.reasons.map((r) => r.code)]).toEqual([false, 'autoplay-unknown'])
    const failOff = await server.keep(ann, { ...playBody({ seed: 11 }), lifeRanOut: true, failType: 'Off' })
    expect([failOff.eligible, ...failOff.reasons.map((r) => r.code)]).toEqual([false, 'life-ran-out'])
    await server.reached(odd.position)
    const again = await server.send(ann, { ...playBody({ seed: 9 }), usedAutoplay: 'perhaps' })
    expect(again.json()).toMatchObject({ duplicate: true, reasons: odd.reasons })
  })

  const expected: Partial<Record<SampleName, [string, string, string, string]>> = {
    'basic-score': ['78.12', '87.50', '96.66', 'star'],
    'really-bad-score': ['3.33', '10.00', '0.00', 'D'],
    'more-interesting-score': ['60.28', '73.75', '67.82', 'C+'],
    'full-score': ['67.49', '78.99', '86.80', 'A+'],
    'destroy-pass': ['96.95', '98.80', '99.61', 'tristar'],
  }
  it.each([...samplePlays()])('is stored with the right scores: the recorded play %s', async (name, body) => {
    const { boards, eligible } = await server.keep(ann, body)
    expect(eligible).toBe(name === 'destroy-pass')
    const scores = expected[name]
    if (scores) expect([...boards.map((b) => b.score), boards[1]?.grade]).toEqual(scores)
  })
})

describe('input that similar servers mishandle', () => {
  it('more held holds than exist score like all of them', async () => {
    const honest = playBody({ seed: 20, skill: 1 })
    const holds = (actual: number) => ({ ...honest, radar: { ...honest.radar, Holds: [actual, 10] } })
    const full = await server.keep(ann, holds(10))
    const greedy = await server.keep(bob, holds(1_000_000))
    expect(greedy.boards).toEqual(full.boards)
    for (const { score } of greedy.boards) expect(Number(score)).toBeLessThanOrEqual(100)
  })

  it('the hash in the path must match the body', async () => {
    const body = playBody({ seed: 21 })
    const answer = await server.call({
      method: 'POST',
      url: '/v1/chart/0123456789abcdef/play',
      headers: { authorization: `Bearer ${ann.apiKey}` },
      payload: body,
    })
    expect(refusalOf(answer)).toMatchObject({
      status: 422,
      field: 'hash',
      reasons: [{ field: 'hash', reason: 'must equal the hash in the path, 0123456789abcdef' }],
    })
  })

  it.each([
    [101, 'a day in winter', '2025-11-01T20:00:00', '2025-11-01T19:00:00.000Z'],
    [102, 'a day in summer', '2025-07-01T20:00:00', '2025-07-01T18:00:00.000Z'],
    [103, 'the hour that comes twice', '2025-10-26T02:15:00', '2025-10-26T00:15:00.000Z'],
    [104, '2001, the first year', '2001-01-01T01:00:00', '2001-01-01T00:00:00.000Z'],
    [105, 'the future', '2031-01-01T00:00:00', '2025-11-20T12:00:00.000Z'],
    [106, 'nonsense', '0000-99-99Tnever', '2025-11-20T12:00:00.000Z'],
  ])('a late play keeps its own time (%i): %s', async (seed, _, pendingDate, playedAt) => {
    const { playId } = await server.keep(ann, playBody({ seed, pendingDate }))
    const { at, data } = await eventOf(playId)
    expect(new Date(data.playedAt).toISOString()).toBe(playedAt)
    expect(at).toBe(Date.parse('2025-11-20T12:00:00Z'))
  })

  it('a play dated before 2001 was played when it was received, though the event keeps the date', async () => {
    const body = playBody({ seed: 107, pendingDate: '1999-12-31T23:59:59' })
    const { playId, position } = await server.keep(ann, body)
    await server.reached(position)
    const { at, data } = await eventOf(playId)
    expect(data.playedAt).toBe(Date.parse('1999-12-31T22:59:59Z'))
    const { rows } = await server.database.pool.query('select played_at from g1.plays where id = $1', [
      playId,
    ])
    expect(rows).toEqual([{ played_at: at }])
  })

  it('a number that is not finite does not lose the play', async () => {
    const text = JSON.stringify({ ...playBody({ seed: 23 }), worstWindow: 'HERE', visual: ['THERE'] })
    const body = text.replace('"HERE"', '1e+9999').replace('"THERE"', '-1e9999')
    const { hash } = playBody({ seed: 23 })
    const answer = await server.call({
      method: 'POST',
      url: `/v1/chart/${hash}/play`,
      headers: { authorization: `Bearer ${ann.apiKey}`, 'content-type': 'application/json' },
      payload: body,
    })
    expect(answer.statusCode).toBe(200)
    const { data } = await eventOf(answer.json().playId)
    expect(unpackPlay(data, unseal(data.sealed, ann.sealingKey))).toMatchObject({
      worstWindow: null,
      visual: [null],
    })
  })

  it('a title with NUL and lone surrogates breaks neither the play nor the database', async () => {
    const { playId, position } = await server.keep(ann, {
      ...playBody({ seed: 24 }),
      songName: 'A\0\ud800',
      pack: '\0',
    })
    await server.reached(position)
    expect((await eventOf(playId)).data.songName).toBe('A\ufffd\ufffd')
  })

  it('titles that are escaped twice are stored as sent', async () => {
    const songName = String.raw`The \"Best\"`
    const { playId } = await server.keep(ann, { ...playBody({ seed: 25 }), songName })
    expect((await eventOf(playId)).data.songName).toBe(songName)
  })

  it('requests of the game have an Origin header and accept everything', async () => {
    const answer = await server.send(ann, playBody({ seed: 26 }), {
      origin: 'http://localhost:80',
      accept: '*/*',
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('the title screen', () => {
  it("gets the name of the key's player", async () => {
    const ask = (key: string) =>
      server.call({ method: 'GET', url: '/v1/auth-check', headers: { authorization: `Bearer ${key}` } })
    expect((await ask(ann.apiKey)).json()).toEqual({ message: 'OK', alias: 'ann', userId: ann.id })
    expect((await ask('sl_wrong')).statusCode).toBe(401)
  })
})
