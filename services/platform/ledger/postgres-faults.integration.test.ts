import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { appendStatement } from './append-batch.ts'
import { handOverInProcess } from './hand-over.ts'
import type { Ledger } from './ledger.ts'
import { partitionOf } from './partition-of.ts'
import { type PostgresLedgerOptions, postgresLedger } from './postgres-ledger.ts'
import { type CuttableProxy, proxyTo } from './testing/proxy.ts'
import { follow, readAll, textsOf } from './testing/reading.ts'

describe('the ledger in Postgres, with faults', () => {
  let postgres: TestService
  let proxy: CuttableProxy
  /** Connects to the server without the proxy. */
  let direct: Database
  let databases: Database[]
  let ledgers: Ledger[]

  beforeEach(async () => {
    postgres = await postgresForTests()
    proxy = await proxyTo(postgres.url)
    direct = openDatabase({ url: postgres.url, maxConnections: 2 })
    databases = [direct]
    ledgers = []
  })
  afterEach(async () => {
    for (const ledger of ledgers) await ledger.close()
    for (const database of databases) await database.close()
    await proxy.close()
    await postgres.stop()
  })
  /** A ledger whose connection to the database can be cut. */
  async function open(options: Partial<PostgresLedgerOptions> = {}): Promise<Ledger> {
    const database = openDatabase({ url: proxy.url, maxConnections: 3 })
    databases.push(database)
    const ledger = await postgresLedger({ database, pollMs: 60_000, ...options })
    ledgers.push(ledger)
    return ledger
  }
  const event = (key: string, text: string) => ({ key, bytes: Buffer.from(text) })

  it('retries an append after a lost response: at least once, in order, without a gap', async () => {
    const ledger = await open()
    await ledger.append('events', event('ann', 'first'))
    proxy.cutAfter(0)
    const positions = await Promise.all(
      ['second', 'third'].map((text) => ledger.append('events', event('ann', text))),
    )
    const read = await readAll(ledger, 'events')
    expect(textsOf(read)).toEqual(['first', 'second', 'third', 'second', 'third'])
    expect(read.map((r) => r.offset)).toEqual([0, 1, 2, 3, 4])
    expect(positions.map((p) => p.offset)).toEqual([3, 4])
  })

  it('loses no acknowledged event while its connections are cut repeatedly (invariant 1)', async () => {
    const ledger = await open()
    const reader = follow(ledger, 'events', { maxBatch: 10 })
    const acknowledged: string[] = []
    for (let round = 0; round < 15; round++) {
      proxy.cutAfter(round * 40)
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
    const patient = await open()
    const impatient = await open({ timeoutMs: 1 })
    await proxy.refuse()
    const waiting = patient.append('events', event('ann', 'patient'))
    const asked = patient.ends('events')
    const unavailable = { name: 'LedgerUnavailableError' }
    await expect(impatient.append('events', event('ann', 'lost'))).rejects.toMatchObject(unavailable)
    await expect(impatient.ends('events')).rejects.toMatchObject(unavailable)
    await proxy.accept()
    await asked
    expect((await waiting).offset).toBe(0)
    expect((await impatient.append('events', event('ann', 'back'))).offset).toBe(1)
  })

  it('rejects appends while the queue is full, and accepts them once it has drained', async () => {
    const ledger = await open({ queueBytes: 5000 })
    const locks = await holdPartitions(direct)
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
    const ledger = await open()
    const client = await direct.connect('rolled back')
    await client.query('BEGIN')
    const partition = partitionOf(12, 'ann')
    await client.query(
      appendStatement('events', { channel: 'ledger', text: 'events' }, [
        { ...event('ann', 'never'), partition },
      ]).query,
    )
    const behind = ledger.append('events', event('ann', 'behind'))
    await client.query('ROLLBACK')
    await client.end()
    expect(await behind).toEqual({ partition, offset: 0 })
    expect(textsOf(await readAll(ledger, 'events'))).toEqual(['behind'])
  })

  it('polls when no notification arrives', async () => {
    const writer = await open({ wakeChannel: 'nobody_listens' })
    const reader = follow(await open({ pollMs: 20 }), 'events')
    await writer.append('events', event('ann', 'unheard'))
    await reader.until(1)
    await writer.append('events', event('ann', 'unheard too'))
    await reader.until(2)
  })

  it('delivers what its process appends without a notification, and reads the gaps from the ledger', async () => {
    const unheard = { wakeChannel: 'nobody_listens' }
    const handOver = handOverInProcess(postgres.url)
    const elsewhere = await open(unheard)
    const here = await open({ ...unheard, handOver })
    const reader = follow(await open({ handOver: handOverInProcess(postgres.url) }), 'events', {
      maxBatch: 3,
    })
    await here.append('events', event('ann', '1'))
    await reader.until(1)
    await elsewhere.append('events', event('ann', '2'))
    await here.append('events', event('ann', '3'))
    await reader.until(3)
    await Promise.all(['4', '5', '6', '7'].map((text) => here.append('events', event('ann', text))))
    await reader.until(7)
    expect(textsOf(reader.read)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(reader.read.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('polls for events of other processes, also while its own are handed over', async () => {
    const handOver = handOverInProcess(postgres.url)
    const here = await open({ handOver })
    const lost = await open({ handOver: { ...handOver, post: () => {} } })
    const reader = follow(await open({ pollMs: 100, handOver: handOverInProcess(postgres.url) }), 'events')
    await lost.append('events', event('bob', 'lost'))
    let others = 0
    while (!reader.read.some(({ bytes }) => Buffer.from(bytes).toString() === 'lost')) {
      await here.append('events', event('ann', 'another'))
      others++
    }
    await reader.until(others + 1)
    expect(reader.read.length).toBe(others + 1)
  })

  it('reads again what exceeds the memory for handed-over events', async () => {
    const handOver = handOverInProcess(postgres.url)
    const writer = await open({ handOver })
    const bytes = Buffer.alloc(1024 * 1024, 'x')
    const reader = follow(await open({ handOver: handOverInProcess(postgres.url) }), 'events')
    await Promise.all(
      Array.from({ length: 9 }, (_, n) => writer.append('events', { key: `player ${n}`, bytes })),
    )
    await reader.until(9)
    expect(reader.read.every((read) => read.bytes.length === bytes.length)).toBe(true)
  })

  it('is notified of new events again after the listening connection was lost', async () => {
    const ledger = await open()
    const reader = follow(ledger, 'events')
    await ledger.append('events', event('ann', 'before'))
    await reader.until(1)
    const { rows } = await direct.pool.query(
      `SELECT pg_terminate_backend(pid, 60000) AS ended FROM pg_stat_activity
       WHERE application_name = 'stepledger ledger wake-ups' AND datname = current_database()`,
    )
    expect(rows).toEqual([{ ended: true }])
    await ledger.append('events', event('ann', 'after'))
    await reader.until(2)
    await ledger.append('events', event('ann', 'and on'))
    await reader.until(3)
  })

  it('retries a page whose connection was cut halfway; a subscriber resumes from its checkpoint', async () => {
    const ledger = await open()
    const sizesOf = (read: readonly RecordedEvent[]) => read.map((r) => r.bytes.length)
    const large = Buffer.alloc(1024 * 1024, 'x')
    for (let n = 0; n < 6; n++) await ledger.append('events', { key: `player ${n}`, bytes: large })
    proxy.cutAfter(2_500_000)
    expect(sizesOf(await readAll(ledger, 'events'))).toEqual(Array(6).fill(large.length))
    proxy.cutAfter(3_500_000)
    const reader = follow(ledger, 'events')
    await reader.until(6)
    expect(sizesOf(reader.read)).toEqual(Array(6).fill(large.length))
  })

  it('limits a page to 16 MB of events', async () => {
    const ledger = await open()
    const bytes = Buffer.alloc(4 * 1024 * 1024)
    for (let n = 0; n < 6; n++) await ledger.append('events', { key: 'ann', bytes })
    const sizes: number[] = []
    for await (const batch of ledger.read('events', [])) sizes.push(batch.length)
    expect(sizes).toEqual([4, 2])
  })

  it('can be neither updated, deleted nor truncated (invariant 4)', async () => {
    const ledger = await open()
    await ledger.append('events', event('ann', 'for ever'))
    for (const sql of [
      "UPDATE ledger.events SET body = ''",
      'DELETE FROM ledger.events',
      'TRUNCATE ledger.events',
    ])
      await expect(direct.pool.query(sql)).rejects.toThrow('append-only')
  })

  it('does not open with a number of partitions that no ledger has', async () => {
    await open()
    await direct.pool.query("DELETE FROM ledger.partitions WHERE topic = 'events' AND partition = 11")
    await expect(open()).rejects.toThrow('11 partitions of events: a multiple of 12 is needed')
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
