import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import { postgresLedger } from '../../platform/ledger/postgres-ledger.ts'
import { migrateIngest } from '../tables.ts'
import { type ClaimRequest, type Claims, openClaims, positionOfPlay } from './idempotency-claims.ts'

let postgres: TestService
let databases: Database[]
/** Two processes on one database. */
let here: Claims
let there: Claims

beforeAll(async () => {
  postgres = await postgresForTests()
  databases = [1, 2].map(() => openDatabase({ url: postgres.url, maxConnections: 4 }))
  const [first, second] = databases
  if (!first || !second) throw new Error('two databases')
  await Promise.all([migrateIngest(first), migrateIngest(second)])
  here = openClaims(first, { isInDatabase: true })
  there = openClaims(second, { isInDatabase: false })
})
afterAll(async () => {
  await Promise.all([here.drained(), there.drained()])
  await Promise.all(databases.map((database) => database.close()))
  await postgres.stop()
})

const content = (n: number) => new Uint8Array(32).fill(n)
const request = (player: string, n: number, key: string | null = null): ClaimRequest => ({
  player,
  fingerprint: content(n),
  key,
  receivedAt: 1000 + n,
})

describe('claims', () => {
  it('give a play one id and one time in every process, and mark the first claim as fresh', async () => {
    const player = randomUUID()
    const first = await here.claim(request(player, 1))
    const again = await there.claim({ ...request(player, 1), receivedAt: 5000 })
    expect(first).toMatchObject({ at: 1001, position: null, fresh: true })
    expect(again).toEqual({ ...first, fresh: false })
  })

  it('give other players and other contents other ids', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const claims = await Promise.all([request(ann, 1), request(ann, 2), request(bob, 1)].map(here.claim))
    expect(new Set(claims.map((c) => c.playId)).size).toBe(3)
  })

  it('keep the first recorded position of the play', async () => {
    const claim = await here.claim(request(randomUUID(), 3))
    await here.record(claim.playId, { partition: 4, offset: 17 })
    await here.record(claim.playId, { partition: 4, offset: 99 })
    const player = await here.ownerOf(claim.playId)
    expect(await there.claim(request(player ?? '', 3))).toMatchObject({
      position: { partition: 4, offset: 17 },
    })
    expect(await here.ownerOf(999_999)).toBeNull()
  })

  it('give a position that includes the play also before its own one is recorded', async () => {
    const [database] = databases
    if (!database) throw new Error('a database')
    const player = randomUUID()
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const ledger = await postgresLedger({ database, reading: database, log })
    const eventIds = [randomUUID(), randomUUID()] as const
    await initialiseLedger(ledger, { ledgerId: randomUUID(), at: 0, eventIds, database })
    const { playId } = await there.claim(request(player, 4))
    const find = (id: number) => positionOfPlay({ database, ledger }, id)
    expect(await find(playId)).toBeNull()

    const position = await ledger.append('events', { key: player, bytes: Buffer.from('play') })
    expect(await find(playId)).toEqual(position)
    await ledger.append('events', { key: player, bytes: Buffer.from('later play') })
    await there.record(playId, position)
    expect(await find(playId)).toEqual(position)
    expect(await find(999_999)).toBeNull()
    await ledger.close()
  })

  it('accept a key for one play per player', async () => {
    const player = randomUUID()
    const first = await here.claim(request(player, 1, 'k'))
    expect(first).toMatchObject({ key: 'k', keyNames: null })
    expect(await there.claim(request(player, 2, 'k'))).toMatchObject({ key: null, keyNames: first.playId })
    expect(await there.claim(request(player, 1, 'k'))).toMatchObject({ key: 'k', keyNames: null })
    expect(await here.claim(request(player, 1, 'other'))).toMatchObject({ key: 'k', keyNames: null })
    expect(await here.claim(request(randomUUID(), 2, 'k'))).toMatchObject({ key: 'k', keyNames: null })
  })

  it('agree when two processes claim the same plays under the same keys concurrently', async () => {
    const player = randomUUID()
    const contentOf = (i: number) => Math.floor(i / 2) % 50
    const requests = Array.from({ length: 200 }, (_, i) => request(player, contentOf(i), `key ${i % 7}`))
    const claims = await Promise.all(requests.map((r, i) => (i % 2 ? here : there).claim(r)))

    const idByContent = new Map<number, number>()
    const contentByKey = new Map<string, number>()
    for (const [i, { playId, key }] of claims.entries()) {
      const n = contentOf(i)
      expect(playId).toBe(idByContent.get(n) ?? playId)
      idByContent.set(n, playId)
      if (key === null) continue
      expect(n).toBe(contentByKey.get(key) ?? n)
      contentByKey.set(key, n)
    }
    expect(idByContent.size).toBe(50)
    expect(new Set(idByContent.values()).size).toBe(50)
    expect(contentByKey.size).toBe(7)
    expect(claims.filter((c) => c.fresh)).toHaveLength(50)
  })
})
