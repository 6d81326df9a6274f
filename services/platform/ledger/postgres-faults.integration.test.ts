import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { appendStatement } from './append-batch.ts'
import { partitionOf } from './ledger.ts'
import { type CuttableLedger, cuttableLedger, event } from './testing/cuttable-ledger.ts'
import { follow, readAll, textsOf } from './testing/reading.ts'

describe('the ledger in Postgres, with faults', () => {
  let given: CuttableLedger
  beforeEach(async () => {
    given = await cuttableLedger()
  })
  afterEach(() => given.close())

  it('retries an append after a lost response: at least once, in order, without a gap', async () => {
    const ledger = await given.open()
    await ledger.append('events', event('ann', 'first'))
    given.proxy.cutAfter(0)
    const positions = await Promise.all(
      ['second', 'third'].map((text) => ledger.append('events', event('ann', text))),
    )
    const read = await readAll(ledger, 'events')
    expect(textsOf(read)).toEqual(['first', 'second', 'third', 'second', 'third'])
    expect(read.map((r) => r.offset)).toEqual([0, 1, 2, 3, 4])
    expect(positions.map((p) => p.offset)).toEqual([3, 4])
  })

  it('loses no acknowledged event while its connections are cut repeatedly (invariant 1)', async () => {
    const ledger = await given.open()
    const reader = follow(ledger, 'events', { maxBatch: 10 })
    const acknowledged: string[] = []
    for (let round = 0; round < 15; round++) {
      given.proxy.cutAfter(round * 40)
      const texts = Array.from({ length: 20 }, (_, n) => `${round}.${n}`)
      await Promise.all(texts.map((text, n) => ledger.append('events', event(`player ${n % 5}`, text))))
      acknowledged.push(...texts)
    }
    const ends = await ledger.ends('events')
    await reader.until(ends.reduce((sum, end) => sum + end, 0))
    const next = ends.map(() => 0)
    const order = new Map<string, number>()
    for (const { partition, offset } of reader.read) {
      expect(offset).toBe(next[partition])
      next[partition] = offset + 1
    }
    for (const text of textsOf(reader.read)) if (!order.has(text)) order.set(text, order.size)
    expect([...order.keys()].sort()).toEqual([...acknowledged].sort())
    for (let player = 0; player < 5; player++) {
      const own = acknowledged.filter((text) => Number(text.split('.')[1]) % 5 === player)
      const places = own.map((text) => order.get(text) ?? -1)
      expect(places).toEqual([...places].sort((a, b) => a - b))
    }
  })

  it('retries while the database is unavailable, until the timeout', async () => {
    const patient = await given.open()
    const impatient = await given.open({ timeoutMs: 1 })
    await given.proxy.refuse()
    const waiting = patient.append('events', event('ann', 'patient'))
    const asked = patient.ends('events')
    const unavailable = { name: 'LedgerUnavailableError' }
    await expect(impatient.append('events', event('ann', 'lost'))).rejects.toMatchObject(unavailable)
    await expect(impatient.ends('events')).rejects.toMatchObject(unavailable)
    await given.proxy.accept()
    await asked
    expect((await waiting).offset).toBe(0)
    expect((await impatient.append('events', event('ann', 'back'))).offset).toBe(1)
  })

  it('rejects appends while the queue is full, and accepts them once it has drained', async () => {
    const ledger = await given.open({ queueBytes: 5000 })
    const locks = await holdPartitions(given.direct)
    const taken = ledger.append('events', { key: 'ann', bytes: Buffer.alloc(4000) })
    await expect(ledger.append('events', { key: 'bob', bytes: Buffer.alloc(4000) })).rejects.toMatchObject({
      name: 'LedgerBusyError',
    })
    await locks.release()
    await taken
    await ledger.append('events', { key: 'bob', bytes: Buffer.alloc(4000) })
    expect((await readAll(ledger, 'events')).length).toBe(2)
  })

  it('leaves no gap where a transaction was rolled back (invariant 2)', async () => {
    const ledger = await given.open()
    const client = await given.direct.connect('rolled back')
    await client.query('BEGIN')
    const partition = partitionOf(12, 'ann')
    await client.query(appendStatement('events', 'ledger', [{ ...event('ann', 'never'), partition }]).query)
    const behind = ledger.append('events', event('ann', 'behind'))
    await client.query('ROLLBACK')
    await client.end()
    expect(await behind).toEqual({ partition, offset: 0 })
    expect(textsOf(await readAll(ledger, 'events'))).toEqual(['behind'])
  })

  it('retries a page whose connection was cut halfway; a subscriber resumes from its checkpoint', async () => {
    const ledger = await given.open()
    const sizesOf = (read: readonly RecordedEvent[]) => read.map((r) => r.bytes.length)
    const large = Buffer.alloc(1024 * 1024, 'x')
    for (let n = 0; n < 6; n++) await ledger.append('events', { key: `player ${n}`, bytes: large })
    given.proxy.cutAfter(2_500_000)
    expect(sizesOf(await readAll(ledger, 'events'))).toEqual(Array(6).fill(large.length))
    given.proxy.cutAfter(3_500_000)
    const reader = follow(ledger, 'events')
    await reader.until(6)
    expect(sizesOf(reader.read)).toEqual(Array(6).fill(large.length))
  })

  it('limits a page to 16 MB of events', async () => {
    const ledger = await given.open()
    const bytes = Buffer.alloc(4 * 1024 * 1024)
    for (let n = 0; n < 6; n++) await ledger.append('events', { key: 'ann', bytes })
    const sizes: number[] = []
    for await (const batch of ledger.read('events', [])) sizes.push(batch.length)
    expect(sizes).toEqual([4, 2])
  })

  it('can be neither updated, deleted nor truncated (invariant 4)', async () => {
    const ledger = await given.open()
    await ledger.append('events', event('ann', 'for ever'))
    for (const sql of [
      "UPDATE ledger.events SET body = ''",
      'DELETE FROM ledger.events',
      'TRUNCATE ledger.events',
    ])
      await expect(given.direct.pool.query(sql)).rejects.toThrow('append-only')
  })

  it('does not open with a number of partitions that no ledger has', async () => {
    await given.open()
    await given.direct.pool.query("DELETE FROM ledger.partitions WHERE topic = 'events' AND partition = 11")
    await expect(given.open()).rejects.toThrow('11 partitions of events: a multiple of 12 is needed')
  })
})

/** Holds the locks of all partitions, like another process. */
async function holdPartitions(database: Database): Promise<{ release(): Promise<void> }> {
  const client = await database.connect('holds the locks')
  await client.query('BEGIN')
  await client.query('SELECT * FROM ledger.partitions ORDER BY topic, partition FOR UPDATE')
  return {
    async release() {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
