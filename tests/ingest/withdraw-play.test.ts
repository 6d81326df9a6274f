import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
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
