import { submitAnswer, submitPlays } from '@stepledger/contracts/http/game.ts'
import { readRefusalsOfPlayer } from '@stepledger/services/ingest/refusals/refusals-table.ts'
import { limitsInMemory } from '@stepledger/services/platform/limits/limits.ts'
import { defaultRateLimits } from '@stepledger/services/platform/limits/rate-limits.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { playBody } from '../generators/play-body.ts'
import { command } from '../operator/command.ts'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

/** Quota of plays in this test. */
const budget = 60

let server: IngestServer
let ann: TestPlayer
let bob: TestPlayer
beforeAll(async () => {
  const play = { calls: budget, seconds: 3600 }
  server = await ingestServer({ limits: limitsInMemory({ ...defaultRateLimits, play }) })
  ann = await server.addPlayer('ann')
  bob = await server.addPlayer('bob')
})
afterAll(() => server.stop())

const post = ({ apiKey }: TestPlayer, payload: unknown, headers: Record<string, string> = {}) =>
  server.call({
    method: 'POST',
    url: '/v1/plays',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      prefer: 'wait=0',
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

/** Submits a queue, which must be answered; returns the results. */
async function drain(player: TestPlayer, plays: unknown[], headers: Record<string, string> = {}) {
  const answer = await post(player, { plays }, headers)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return submitPlays.answer.parse(answer.json()).results
}

const playIdsOf = (results: Awaited<ReturnType<typeof drain>>) =>
  results.map(({ body }) => submitAnswer.parse(body).playId)

async function playEvents(player: TestPlayer) {
  return (await server.events()).flatMap((e) =>
    e.type === 'PlaySubmitted' && e.key === player.id ? e.data : [],
  )
}

describe('a queue of plays', () => {
  it('has for each play the result of a single call, and an invalid play affects no other', async () => {
    const cem = await server.addPlayer('cem')
    const good = playBody({ seed: 1, skill: 0.9 })
    const failed = playBody({ seed: 2, failsAt: 0.5 })
    const damaged = { ...playBody({ seed: 3 }), radar: { Holds: [1] } }
    const large = { ...playBody({ seed: 4 }), further: 'x'.repeat(100_000) }
    const noChart = { ...playBody({ seed: 5 }), hash: 'DEADBEEF' }
    const last = playBody({ seed: 6 })
    const sent = [good, damaged, failed, large, noChart, last]

    const results = await drain(cem, [...sent.map((play) => ({ play })), { play: 'text' }, null])

    expect(results.map(({ status }) => status)).toEqual([200, 422, 200, 200, 422, 200, 422, 422])
    expect(results.slice(4).map(({ body }) => 'error' in body && body.error)).toEqual([
      'hash must be 16 lower-case hex digits',
      false,
      'play must be an object',
      'plays must hold objects',
    ])
    expect(results[3]?.body).toMatchObject({ dropped: [{ field: 'further' }] })
    expect(await playEvents(cem)).toHaveLength(4)
    for (const [i, play] of sent.entries()) {
      if (play === noChart) continue
      const { statusCode, ...single } = await server.send(cem, play, { prefer: 'wait=0' })
      const again = results[i]?.status === 200 ? { duplicate: true } : {}
      expect([statusCode, single.json()]).toEqual([results[i]?.status, { ...results[i]?.body, ...again }])
    }
  })

  it('returns the ranks, and the position up to which all its plays are folded', async () => {
    const plays = [7, 8].map((seed) => ({ play: playBody({ seed, skill: 0.8 }) }))
    const first = await post(ann, { plays })
    await server.reached(String(first.headers['ledger-position']))
    const results = await drain(ann, plays, { prefer: 'wait=2' })
    for (const { body } of results)
      expect(submitAnswer.parse(body).boards[0]).toMatchObject({ rank: 1, total: 1 })
  })

  it('is idempotent: resent, sent concurrently, or with a play twice', async () => {
    const queue = [10, 11, 12, 10].map((seed) => ({ idempotencyKey: `k${seed}`, play: playBody({ seed }) }))
    const answers = await Promise.all([1, 2, 3].map(() => drain(bob, queue)))
    const [ids] = answers.map(playIdsOf)
    expect(answers.map(playIdsOf)).toEqual([ids, ids, ids])
    expect(new Set(ids).size).toBe(3)
    const events = await playEvents(bob)
    expect(events.map(({ playKey }) => playKey).toSorted()).toEqual(['k10', 'k11', 'k12'])
    expect(await playEvents(bob)).toHaveLength(3)
  })

  it("refuses plays of other players than the key's, like single calls", async () => {
    const before = (await playEvents(ann)).length
    const play = playBody({ seed: 20 })
    const [foreign, own] = await drain(ann, [
      { userId: bob.id, play },
      { userId: ann.id, play: playBody({ seed: 21 }) },
    ])
    const error = "This play belongs to another player. Send it with that player's API key."
    expect(foreign).toEqual({ status: 403, body: { error } })
    expect(own).toMatchObject({ status: 200 })
    const single = (owner: string) => server.send(ann, play, { 'stepledger-user': owner })
    expect(refusalOf(await single(bob.id))).toMatchObject({ status: 403, error })
    expect((await single('somebody')).statusCode).toBe(400)
    expect(await playEvents(ann)).toHaveLength(before + 1)
    expect((await single(ann.id)).statusCode).toBe(200)
  })

  it('uses the age of each play, since clocks have no time zone; an invalid age is ignored', async () => {
    const fay = await server.addPlayer('fay')
    const ages = [90, 0.5, -1, 'a while', 1e300, undefined]
    await drain(
      fay,
      ages.map((age, i) => ({ age, play: playBody({ seed: 60 + i, pendingDate: '2025-11-20T10:00:00' }) })),
    )
    const single = playBody({ seed: 66 })
    await server.keep(fay, single, { 'play-age': '3600' })
    const played = new Map(
      (await playEvents(fay)).map(({ songName, playedAt }) => [songName, new Date(playedAt).toISOString()]),
    )
    const names = [...ages.map((_, i) => playBody({ seed: 60 + i })), single].map((play) => play.songName)
    expect(names.map((name) => played.get(String(name))?.slice(11))).toEqual([
      '11:58:30.000Z',
      '11:59:59.500Z',
      ...[1, 2, 3, 4].map(() => '09:00:00.000Z'),
      '11:00:00.000Z',
    ])
  })

  it('uses the quota of single calls, play by play', async () => {
    const dee = await server.addPlayer('dee')
    const queue = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ play: playBody({ seed: from + i, rows: 10 }) }))
    await server.keep(dee, playBody({ seed: 99, rows: 10 }))
    const first = await drain(dee, queue(100, 50))
    expect(first.filter(({ status }) => status === 200)).toHaveLength(50)

    const second = await drain(dee, queue(150, 20))
    const left = budget - 51
    expect(second.map(({ status }) => status)).toEqual([
      ...Array.from({ length: left }, () => 200),
      ...Array.from({ length: 20 - left }, () => 503),
    ])
    expect(second.at(-1)?.retryAfter).toBeGreaterThan(0)
    expect((await post(dee, { plays: queue(170, 1) })).statusCode).toBe(503)
  })

  it('is refused with 503 while the ledger is unavailable, and stored on retry', async () => {
    const eve = await server.addPlayer('eve')
    const queue = [40, 41].map((seed) => ({ play: playBody({ seed }) }))
    server.setLedgerAway(true)
    const refused = await drain(eve, [...queue, { play: {} }])
    server.setLedgerAway(false)
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, 5],
      [503, 5],
      [422, undefined],
    ])
    expect((await drain(eve, queue)).map(({ status }) => status)).toEqual([200, 200])
  })

  it.each([
    ['empty', { plays: [] }, 422],
    ['too long', { plays: Array.from({ length: 51 }, () => ({})) }, 422],
    ['no list', { plays: {} }, 422],
    ['no JSON', '{"plays":[', 400],
    ['too large', `{"plays":["${'x'.repeat(4 * 1024 * 1024)}"]}`, 413],
  ])('that is %s is refused as a whole', async (_, body, status) => {
    expect(refusalOf(await post(ann, body))).toMatchObject({ status })
  })

  it('leaves a count of what was refused by key and reason, for ledger status and for the owner of the key', async () => {
    const gil = await server.addPlayer('gil')
    const damaged = { ...playBody({ seed: 200 }), radar: { Holds: [1] } }
    await drain(gil, [{ play: damaged }, { play: damaged }, { play: playBody({ seed: 201 }) }], {
      'user-agent': 'ITGmania/1.2.0 (Linux)',
      'stepledger-client': '1.2.0 (ITGmania 1.2.0)',
    })
    await server.send({ ...gil, apiKey: 'sl_qqqqqwwwwweeeeerrrrrtttttyyyyyuu' }, playBody({ seed: 202 }))
    const key = gil.apiKey.slice(0, 8)
    const hal = await server.addPlayer('hal')
    await server.call({
      method: 'POST',
      url: '/v1/plays',
      headers: { authorization: `Bearer ${hal.apiKey}`, 'content-type': 'text/plain' },
      payload: 'x',
    })

    const refused = await vi.waitUntil(async () => {
      const { json } = await command(server.url, ['status', '--json'])
      const { refusals: rows } = z
        .object({ refusals: z.array(z.record(z.string(), z.unknown())) })
        .parse(json())
      return (
        rows.some((row) => row.key === key) &&
        rows.some((row) => row.key === 'sl_qqqqq') &&
        rows.some((row) => String(row.sample).startsWith('Send the body as JSON')) &&
        rows
      )
    }, 30_000)
    expect(refused).toContainEqual({
      key,
      reason: 'invalid',
      count: 2,
      sample: expect.stringContaining('radar'),
      client: 'ITGmania 1.2.0, module 1.2.0',
      lastAt: '2025-11-20T12:00:00.000Z',
      players: ['gil'],
    })
    expect(refused).toContainEqual(
      expect.objectContaining({ players: ['hal'], sample: expect.stringMatching(/^Send the body as JSON/) }),
    )
    const ever = { since: 0, before: Date.parse('2026-01-01'), limit: 10 }
    const told = await readRefusalsOfPlayer(server.database.pool, gil.id, ever)
    expect(told).toMatchObject([{ kind: 'refused', key, plays: 2, client: 'ITGmania 1.2.0, module 1.2.0' }])
    expect(refused).toContainEqual(
      expect.objectContaining({ key: 'sl_qqqqq', reason: 'key', count: 1, players: [] }),
    )
    const { out } = await command(server.url, ['status'])
    expect(out.join('\n')).toMatch(new RegExp(`^${key} +gil +invalid +2 `, 'm'))
    expect(out.join('\n')).not.toContain(gil.apiKey)
  })
})
