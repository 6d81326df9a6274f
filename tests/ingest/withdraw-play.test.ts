import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { findPlayers } from '@stepledger/contracts/http/operated-players.ts'
import { reinstateWipe, wipePlays } from '@stepledger/contracts/http/operated-plays.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import type { InjectOptions } from 'fastify'
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

const withdraw = (playId: number | string, token: string) =>
  server.call({ method: 'DELETE', url: `/api/play/${playId}`, headers: { authorization: `Bearer ${token}` } })

describe('withdrawing a play', () => {
  it('appends an event; repeating it changes nothing', async () => {
    const { playId, position } = await server.keep(ann, playBody({ seed: 1 }))
    await server.reached(position)
    const answer = await withdraw(playId, ann.session)
    expect(answer.statusCode).toBe(200)
    await server.reached(String(answer.headers['ledger-position']))

    const again = await withdraw(playId, ann.session)
    expect(again.statusCode).toBe(200)
    const withdrawals = (await server.events()).filter((e) => e.type === 'PlayWithdrawn')
    expect(withdrawals).toHaveLength(1)
    expect(withdrawals[0]).toMatchObject({ key: ann.id, data: { playId, by: 'player', reason: null } })
  })

  it('is permanent for a play that an operator wiped', async () => {
    const { playId, position } = await server.keep(ann, playBody({ seed: 5 }))
    await server.reached(position)
    const append = async (event: AnyEvent) => {
      const at = await server.ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })
      await server.reached(formatPosition(at))
    }
    const head = { id: 'wiped', v: 1, at: 0, key: ann.id }
    const wipe = 'w1'
    await append({ ...head, type: 'PlayWithdrawn', data: { playId, by: 'operator', reason: null, wipe } })

    const answer = await withdraw(playId, ann.session)
    await server.reached(String(answer.headers['ledger-position']))
    await append({ ...head, type: 'PlayReinstated', data: { playId, wipe } })

    const duplicate = await server.keep(ann, playBody({ seed: 5 }))
    expect(duplicate).toMatchObject({ playId, duplicate: true, reasons: [{ code: 'withdrawn' }] })
  })

  it('works immediately after submitting', async () => {
    const { playId } = await server.keep(ann, playBody({ seed: 2 }))
    await server.restart()
    expect((await withdraw(playId, ann.session)).statusCode).toBe(200)
  })

  it("is allowed only for the play's player", async () => {
    const { playId } = await server.keep(ann, playBody({ seed: 3 }))
    await server.restart()
    expect((await withdraw(playId, bob.session)).statusCode).toBe(403)
    expect((await withdraw(playId, ann.apiKey)).statusCode).toBe(403)
    expect((await withdraw(playId, 'nobody')).statusCode).toBe(401)
  })

  it('answers 404 for an unknown play, 400 for an invalid id', async () => {
    expect(refusalOf(await withdraw(999_999, ann.session))).toMatchObject({
      status: 404,
      error: 'Play not found',
    })
    expect((await withdraw('x', ann.session)).statusCode).toBe(400)
  })

  it('is answered with 503 while the ledger is unavailable', async () => {
    const { playId, position } = await server.keep(ann, playBody({ seed: 4 }))
    await server.reached(position)
    server.setLedgerAway(true)
    const answer = await withdraw(playId, ann.session)
    server.setLedgerAway(false)
    expect(answer.statusCode).toBe(503)
  })
})

describe('operators', () => {
  const reason = 'played on a keyboard'
  let operator: TestPlayer
  let cay: TestPlayer
  const plays: number[] = []
  beforeAll(async () => {
    operator = await server.addPlayer('olga')
    await grantPermission(server.database, 'olga', 'ledger.operate')
    await server.verify(operator)
    cay = await server.addPlayer('cay')
    for (const seed of [11, 12, 13]) {
      const { playId, position } = await server.keep(cay, playBody({ seed }))
      await server.reached(position)
      plays.push(playId)
    }
    server.setNow('2025-11-20T13:00:00Z')
  })

  const headers = () => ({ authorization: `Bearer ${operator.session}` })
  const get = (url: string) => server.call({ method: 'GET', url: `/api/admin/${url}`, headers: headers() })
  const post = (url: string, payload: object, call = server.call) =>
    call({ method: 'POST', url: `/api/admin/${url}`, headers: headers(), payload })
  const actions = async () =>
    (
      await server.database.pool.query(
        'select operator, what, player_id, details, reason from accounts.operator_actions',
      )
    ).rows

  it('see whose play it is and what the boards lose, and withdraw it for good, once', async () => {
    const [playId] = plays
    const shown = await get(`play/${playId}`)
    expect(shown.json()).toMatchObject({
      playId,
      user: { id: cay.id, alias: 'cay' },
      withdrawnAt: null,
      wipe: null,
      standings: [{ leaderboard: 'HardEX' }, { leaderboard: 'EX' }, { leaderboard: 'ITG' }],
    })
    const input = { play: playId }
    for (const none of [{}, { reason: ' ' }])
      expect((await post('withdraw', { input, ...none })).statusCode).toBe(422)
    expect((await post('withdraw', { input, dryRun: true })).json()).toMatchObject({
      plan: { plays: 1, user: { alias: 'cay' } },
      done: null,
    })
    const another = await server.startAnother()
    const calls = [server.call, (options: InjectOptions) => another.inject(options)]
    const twice = await Promise.all(calls.map((call) => post('withdraw', { input, reason }, call)))
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await another.close()
    expect((await get(`play/${playId}`)).json()).toMatchObject({
      withdrawnAt: '2025-11-20T13:00:00.000Z',
      wipe: null,
      standings: [],
    })
    expect((await server.events()).filter((e) => e.type === 'PlayWithdrawn' && e.key === cay.id)).toEqual([
      expect.objectContaining({ data: { playId, by: 'operator', reason } }),
    ])
    expect(await actions()).toContainEqual({
      operator: operator.id,
      what: 'Play withdrawn',
      player_id: cay.id,
      details: { play: String(playId) },
      reason,
    })
    expect((await get('play/999999')).statusCode).toBe(404)
  })

  it('wipe what the preview showed, and reinstate it', async () => {
    const [, second, third] = plays
    const seen = wipePlays.answer.parse(
      (await post('wipe', { input: { player: 'CAY' }, dryRun: true })).json(),
    )
    const { plan, confirms } = seen
    expect(plan).toMatchObject({ plays: 2, players: 1, charts: 2, user: { id: cay.id, alias: 'cay' } })
    expect(plan.firsts).toHaveLength(plan.boards)

    const asked = { input: { player: 'cay', until: plan.until }, reason }
    expect(refusalOf(await post('wipe', { ...asked, confirms: 'another' }))).toMatchObject({
      status: 409,
      error: 'What this changes is different by now. Look at it again.',
    })
    // Sent twice at once, it withdraws the plays once.
    const both = await Promise.all([1, 2].map(() => post('wipe', { ...asked, confirms })))
    const [done, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode)
    expect(refused?.statusCode).toBe(409)
    const { wipe = '' } = wipePlays.answer.parse(done?.json()).done ?? {}
    for (const playId of [second, third])
      expect((await get(`play/${playId}`)).json()).toMatchObject({ wipe, standings: [] })
    expect(await actions()).toContainEqual(
      expect.objectContaining({ what: 'Plays wiped', details: { wipe, plays: '2', reason }, reason }),
    )

    const back = { input: { wipe }, reason }
    const { plan: returning, confirms: known } = reinstateWipe.answer.parse(
      (await post('reinstate', { ...back, dryRun: true })).json(),
    )
    expect(returning).toEqual({ plays: 2, players: 1, charts: 2 })
    expect((await post('reinstate', { ...back, confirms: 'another' })).statusCode).toBe(409)
    expect((await post('reinstate', { ...back, confirms: known })).json()).toMatchObject({
      done: { plays: 2 },
    })
    expect((await get(`play/${third}`)).json()).toMatchObject({ withdrawnAt: null, wipe: null })
    expect((await post('reinstate', { ...back, dryRun: true })).statusCode).toBe(409)
    expect(await actions()).toContainEqual(
      expect.objectContaining({ what: 'Wipe reinstated', details: { wipe, plays: '2' } }),
    )
  })

  it('name at least one criterion of a wipe, and an existing player', async () => {
    const dry = (input: object) => post('wipe', { input, dryRun: true })
    expect(refusalOf(await dry({}))).toMatchObject({ status: 422 })
    expect((await dry({ player: 'nobody' })).statusCode).toBe(404)
  })

  it('find players by alias, id and API key, with the refusals of their keys', async () => {
    const key = cay.apiKey.slice(0, 8)
    const unknown = `sl_${'x'.repeat(32)}`
    await server.send(cay, { ...playBody({ seed: 14 }), timingData: 'none' })
    await server.send({ ...cay, apiKey: unknown }, playBody({ seed: 15 }))
    const find = async (query: string) =>
      findPlayers.answer.parse((await get(`players?query=${encodeURIComponent(query)}`)).json())

    await expect
      .poll(async () => (await find(cay.apiKey)).refusals)
      .toMatchObject([{ key, reason: 'invalid', count: 1 }])
    for (const query of ['cay', cay.id, key]) {
      const { players } = await find(query)
      expect(players).toEqual([
        expect.objectContaining({
          userId: cay.id,
          alias: 'cay',
          permissions: [],
          keys: [expect.objectContaining({ prefix: key })],
        }),
      ])
      expect(players[0]?.lastPlayAt).not.toBeNull()
    }
    await expect
      .poll(() => find(unknown))
      .toMatchObject({
        players: [],
        refusals: [{ key: 'sl_xxxxx', reason: 'key' }],
      })
    expect((await find('olga')).players).toMatchObject([{ permissions: ['ledger.operate'] }])
  })
})
