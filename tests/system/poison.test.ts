import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { rollBack as rollBackRoute } from '@stepledger/contracts/http/operated-generations.ts'
import { getOperations, getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { playBody } from '../generators/play-body.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player, submit } from './client.ts'
import { openLedgerOf } from './fill-ledger.ts'
import { runLedger } from './ledger-command.ts'
import { type Server, startServer } from './server.ts'

const playId = 900_000

/** Invariants 19 and 29, from the operator's point of view. The tests run in order. */
describe('an event that cannot be folded', () => {
  let dataDir: string
  let server: Server
  let opened: Awaited<ReturnType<typeof openLedgerOf>>
  let ada: Player
  let bob: Player
  let poison: Position
  const ledger = (...args: string[]) => runLedger(dataDir, args)
  const statusOf = async (id: number) => (await call(`${server.url}/api/play/${id}`)).status
  const good = () =>
    smallPlay({ playId, player: ada.id, chart: 'b'.repeat(16), at: 1_800_000_000_000, offset: 0.01 })
  const newestActions = async () => {
    const { body } = await call(`${server.url}/api/admin/audit`, { token: bob.token })
    return getOperatorAudit.answer.parse(body).entries.slice(0, 2)
  }
  const encode = (play: ReturnType<typeof good>) => encodeEvent(playSubmitted, play)

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-poison-'))
    server = await startServer(dataDir)
    opened = await openLedgerOf(dataDir)
    ada = await newPlayer(server.url, 'ada')
    bob = await newPlayer(server.url, 'bob')
  })
  afterAll(async () => {
    await opened.ledger.close()
    await opened.database.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('is parked with later events of its player; events of others are folded', async () => {
    const play = good()
    // The column of offsets is too short.
    const offsets = { kind: 'f32' as const, bytes: new Uint8Array(3) }
    const bytes = encode({ ...play, data: { ...play.data, rows: { ...play.data.rows, offsets } } })
    poison = await opened.ledger.append('events', { key: ada.id, bytes })
    const later = await submit(server.url, ada, playBody({ seed: 1, rows: 20 }), { prefer: 'wait=0' })
    const others = await submit(server.url, bob, playBody({ seed: 2, rows: 20 }))

    await vi.waitUntil(async () => (await statusOf(others.playId)) === 200, { timeout: 60_000 })
    await vi.waitUntil(async () => /^Count +2$/m.test((await ledger('parked')).out), {
      timeout: 60_000,
    })
    const parked = await call(`${server.url}/api/play/${later.playId}`)
    expect([parked.status, parked.body]).toMatchObject([
      409,
      { code: 'parked', error: expect.stringContaining('safely stored') },
    ])
    expect(await statusOf(playId)).toBe(409)
    expect(await statusOf(1_000_000)).toBe(404)
    const { out } = await ledger('parked', '--json')
    expect(JSON.parse(out)).toMatchObject({
      count: 2,
      first: [
        { ...poison, key: ada.id, type: 'PlaySubmitted', reason: 'f32 column: 3 bytes, expected 12' },
        { key: ada.id, reason: 'waits behind an earlier event of its key' },
      ],
    })
  })

  it('is parked by a build as well, which goes live and reports it', async () => {
    const file = join(dataDir, 'rules.json')
    await writeFile(file, JSON.stringify(rulesWithTop(2)))
    const { code, out } = await ledger('rules', 'publish', file, '--yes', '--json')

    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ done: { outcome: 'live', generation: 2, parked: 2 } })
    const { count, first } = JSON.parse((await ledger('parked', '--json')).out)
    expect([count, first[0]]).toMatchObject([2, { ...poison, reason: 'f32 column: 3 bytes, expected 12' }])
    expect(parsePosition(`${poison.partition}:${poison.offset}`)).toEqual(poison)
    expect(await statusOf(playId)).toBe(409)
    expect(await ledger('verify')).toMatchObject({ code: 0 })
    expect(await ledger('replay', '--abandon')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No generation is being built'),
    })
  })

  it('stays parked when it is retried without a change', async () => {
    const { code, out } = await ledger('parked', 'retry')

    expect(code).toBe(1)
    expect(out).toMatch(/^Retried +2\nFolded +0\nParked +2\n/)
  })

  it('is shown on the site to operators, who retry it there, by their account', async () => {
    expect(await ledger('grant', 'bob', 'ledger.operate')).toMatchObject({ code: 0 })
    const { body: listed } = await call(`${server.url}/api/admin/parked`, { token: bob.token })
    expect(listed).toMatchObject({
      count: 2,
      first: [{ ...poison, key: ada.id, type: 'PlaySubmitted' }, { key: ada.id }],
    })
    const retry = (body: object) => call(`${server.url}/api/admin/parked/retry`, { token: bob.token, body })
    expect(await retry({ input: {} })).toMatchObject({ status: 422, body: { field: 'reason' } })
    expect(await retry({ input: {}, reason: 'fixed' })).toMatchObject({
      status: 200,
      body: { done: { retried: 2 } },
    })
    // The server has retried them before the next test repairs the event.
    await vi.waitUntil(
      async () => {
        const { rows } = await opened.database.pool.query('select from projector.parked where retry')
        return rows.length === 0
      },
      { timeout: 60_000 },
    )
    expect(await newestActions()).toMatchObject([
      { what: 'Parked events retried', operator: 'bob', reason: 'fixed', details: { events: '2' } },
      { what: 'Permission granted', player: 'bob' },
    ])
  })

  it('is folded by a retry once it is readable', async () => {
    // Simulates a release that can read the event, by repairing its bytes.
    const { pool } = opened.database
    await pool.query('alter table ledger.events disable trigger append_only')
    await pool.query(
      `update ledger.events set body = $3 where topic = 'events' and partition = $1 and "offset" = $2`,
      [poison.partition, poison.offset, encode(good())],
    )
    await pool.query('alter table ledger.events enable trigger append_only')

    const { code, out } = await ledger('parked', 'retry', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ done: { folded: 2, parked: 0, build: null } })
    expect((await ledger('parked')).out).toMatch(/^Count +0$/m)
    expect(await statusOf(playId)).toBe(200)
    expect(await ledger('verify')).toMatchObject({ code: 0 })
  })

  it('leaves the way back to the earlier generation open, also on the site', async () => {
    const rollBack = (more: object) =>
      call(`${server.url}/api/admin/rollback`, {
        token: bob.token,
        body: { input: {}, reason: 'wrong weights', ...more },
      })
    expect(await rollBack({ confirms: 'another plan' })).toMatchObject({ status: 409 })
    const { body: planned } = await rollBack({ dryRun: true })
    expect(planned).toMatchObject({ plan: { generation: 1 }, done: null })
    const { confirms } = rollBackRoute.answer.parse(planned)
    expect(await rollBack({ confirms })).toMatchObject({ status: 200, body: { done: { generation: 1 } } })
    await vi.waitUntil(
      async () => {
        const { body } = await call(`${server.url}/api/admin/state`, { token: bob.token })
        return getOperations.answer
          .parse(body)
          .generations.some(({ id, state }) => id === 1 && state === 'live')
      },
      { timeout: 60_000 },
    )
    // The log of operators' actions is a read model, which follows the switch.
    const by = { operator: 'bob', reason: 'wrong weights' }
    await vi.waitFor(
      async () =>
        expect(await newestActions()).toEqual(
          expect.arrayContaining([
            expect.objectContaining({
              ...by,
              what: 'Rolled back',
              details: expect.objectContaining({ generation: '1' }),
            }),
            expect.objectContaining({ ...by, what: 'Rules published' }),
          ]),
        ),
      { timeout: 60_000 },
    )
  })
})
