import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { partitionOf } from '@stepledger/services/platform/ledger/ledger.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IngestServer, ingestServer, refusalOf, type TestPlayer } from './ingest-server.ts'

let server: IngestServer
let bob: TestPlayer
let cleo: TestPlayer
beforeAll(async () => {
  server = await ingestServer()
  bob = await server.addPlayer('bob')
  cleo = await server.addPlayer('cleo')
})
afterAll(() => server.stop())

const as = ({ session }: TestPlayer) => ({ authorization: `Bearer ${session}` })
const add = (player: TestPlayer, rivalUserId: string, call = server.call) =>
  call({ method: 'POST', url: '/api/rivals', headers: as(player), payload: { rivalUserId } })
const remove = (player: TestPlayer, id: string) =>
  server.call({ method: 'DELETE', url: `/api/rival/${id}`, headers: as(player) })
/** Calls another process. */
const callTo = (app: FastifyInstance) => (options: InjectOptions) => app.inject(options)
/** Appends the events of added rivals, and waits for the fold. */
async function addByEvents({ id: key }: TestPlayer, rivals: readonly string[]) {
  const positions = await Promise.all(
    rivals.map((rivalId) => {
      const bytes = encodeEvent(rivalAdded, { id: randomUUID(), at: 0, key, data: { rivalId } })
      return server.ledger.append('events', { key, bytes })
    }),
  )
  for (const position of positions) await server.reached(formatPosition(position))
}
const namesOf = async (player: TestPlayer): Promise<string[]> => {
  const answer = await server.call({ method: 'GET', url: '/api/rivals', headers: as(player) })
  return answer.json().rivals.map((rival: { alias: string }) => rival.alias)
}
const eventsOf = async (player: TestPlayer) =>
  (await server.events()).filter((e) => e.key === player.id).map((e) => e.type)

/** Invariant 21: read your own writes. */
describe('rivals', () => {
  it('are listed at once after adding, the oldest first', async () => {
    const ann = await server.addPlayer('ann')
    const added = await add(ann, bob.id)
    expect(added.json()).toEqual({
      rival: { userId: bob.id, alias: 'bob', profileImageUrl: null, createdAt: '2025-11-20T12:00:00.000Z' },
    })
    expect(added.headers['ledger-position']).toMatch(/^\d+:\d+$/)
    server.setNow('2025-11-20T13:00:00Z')
    await add(ann, cleo.id)
    expect(await namesOf(ann)).toEqual(['bob', 'cleo'])
    expect(await namesOf(bob)).toEqual([])
  })

  it('added twice, also at once and through two processes, give the same answer and one event', async () => {
    const dora = await server.addPlayer('dora')
    const first = await add(dora, bob.id)
    server.setNow('2025-11-20T14:00:00Z')
    expect((await add(dora, bob.id.toUpperCase())).json()).toEqual(first.json())
    const another = await server.startAnother()
    await Promise.all([server.call, server.call, callTo(another)].map((call) => add(dora, cleo.id, call)))
    await another.close()
    expect(await eventsOf(dora)).toEqual(['RivalAdded', 'RivalAdded'])
  })

  it('are in the last requested state, however fast requests follow', async () => {
    const emil = await server.addPlayer('emil')
    await add(emil, bob.id)
    await remove(emil, bob.id)
    await add(emil, bob.id)
    await add(emil, cleo.id)
    await remove(emil, cleo.id)
    expect(await namesOf(emil)).toEqual(['bob'])
  })

  it('removed twice, or never added, give no event', async () => {
    const fay = await server.addPlayer('fay')
    await add(fay, bob.id)
    expect((await remove(fay, bob.id)).statusCode).toBe(200)
    expect((await remove(fay, bob.id)).statusCode).toBe(200)
    expect((await remove(fay, randomUUID())).statusCode).toBe(200)
    expect(await eventsOf(fay)).toEqual(['RivalAdded', 'RivalRemoved'])
  })

  it("can't be oneself, an unknown player, or too many, also through two processes at once", async () => {
    const gus = await server.addPlayer('gus')
    expect(refusalOf(await add(gus, gus.id))).toMatchObject({
      status: 422,
      field: 'rivalUserId',
      error: "You can't be your own rival",
    })
    expect(refusalOf(await add(gus, randomUUID()))).toMatchObject({ status: 404, error: 'User not found' })
    expect(refusalOf(await add(gus, 'bob'))).toMatchObject({ status: 422, field: 'rivalUserId' })

    const strangers = await server.addStrangers(201)
    const [listed = '', ...more] = strangers
    await addByEvents(gus, strangers.slice(0, 199))
    const another = await server.startAnother()
    const answers = await Promise.all(
      more.slice(-2).map((id, n) => add(gus, id, [server.call, callTo(another)][n])),
    )
    await another.close()
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    expect(answers.filter(({ statusCode }) => statusCode === 422).map(refusalOf)).toMatchObject([
      { error: 'You can have up to 200 rivals' },
    ])
    expect((await add(gus, listed)).statusCode).toBe(200)
  })

  it('that name a position beyond the end of the ledger are refused at once', async () => {
    const hal = await server.addPlayer('hal')
    const end = (await server.ledger.ends('events')).map((next, partition) => `${partition}:${next}`)
    for (const position of [...end, '999:0', '0:999999999999999']) {
      const headers = { ...as(hal), 'ledger-position': position }
      for (const options of [
        { method: 'POST', url: '/api/rivals', headers, payload: { rivalUserId: bob.id } },
        { method: 'DELETE', url: `/api/rival/${bob.id}`, headers },
        { method: 'GET', url: '/api/rivals', headers },
      ] as const)
        expect(refusalOf(await server.call(options))).toMatchObject({ status: 400, field: 'ledger-position' })
    }
    expect(await eventsOf(hal)).toEqual([])
  })

  it('of other players do not wait for those that name a position that is folded late', async () => {
    const ina = await server.addPlayer('ina')
    const others = await Promise.all(
      Array.from({ length: 24 }, (_, nth) => server.addPlayer(`waiting${nth}`)),
    )
    const partition = ({ id }: { id: string }) => partitionOf(server.ledger.partitions.events, id)
    let jon = await server.addPlayer('jon')
    for (let nth = 0; partition(jon) === partition(ina); nth++) jon = await server.addPlayer(`jon${nth}`)
    const bytes = encodeEvent(rivalAdded, { id: randomUUID(), at: 0, key: ina.id, data: { rivalId: bob.id } })
    const waiting = await server.database.transaction(async (tx) => {
      // Given a fold that is held up, and a change of each of many players that waits for it
      await tx.query('lock table projector.checkpoints in share mode')
      const position = formatPosition(await server.ledger.append('events', { key: ina.id, bytes }))
      const answers = others.map((player) => {
        const headers = { ...as(player), 'ledger-position': position }
        return server.call({ method: 'DELETE', url: `/api/rival/${bob.id}`, headers })
      })
      // When a player changes a rival whose events are folded, then it is not held up.
      expect((await remove(jon, cleo.id)).statusCode).toBe(200)
      return { answers }
    })
    expect((await Promise.all(waiting.answers)).map(({ statusCode }) => statusCode)).toEqual(
      others.map(() => 200),
    )
  })
})
