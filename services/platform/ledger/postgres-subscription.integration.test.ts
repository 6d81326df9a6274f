import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handOverInProcess } from './hand-over.ts'
import { type CuttableLedger, cuttableLedger, event } from './testing/cuttable-ledger.ts'
import { follow, textsOf } from './testing/reading.ts'

describe('a subscriber of the ledger in Postgres', () => {
  let given: CuttableLedger
  beforeEach(async () => {
    given = await cuttableLedger()
  })
  afterEach(() => given.close())

  it('polls when no notification arrives', async () => {
    const writer = await given.open({ wakeChannel: 'nobody_listens' })
    const reader = follow(await given.open({ pollMs: 20 }), 'events')
    await writer.append('events', event('ann', 'unheard'))
    await reader.until(1)
    await writer.append('events', event('ann', 'unheard too'))
    await reader.until(2)
  })

  it('delivers what its process appends without a notification, and reads the gaps from the ledger', async () => {
    const unheard = { wakeChannel: 'nobody_listens' }
    const handOver = handOverInProcess(given.url)
    const elsewhere = await given.open(unheard)
    const here = await given.open({ ...unheard, handOver })
    const reader = follow(await given.open({ handOver: handOverInProcess(given.url) }), 'events', {
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
    const handOver = handOverInProcess(given.url)
    const here = await given.open({ handOver })
    const lost = await given.open({ handOver: { ...handOver, post: () => {} } })
    const reader = follow(await given.open({ pollMs: 100, handOver: handOverInProcess(given.url) }), 'events')
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
    const handOver = handOverInProcess(given.url)
    const writer = await given.open({ handOver })
    const bytes = Buffer.alloc(1024 * 1024, 'x')
    const reader = follow(await given.open({ handOver: handOverInProcess(given.url) }), 'events')
    await Promise.all(
      Array.from({ length: 9 }, (_, n) => writer.append('events', { key: `player ${n}`, bytes })),
    )
    await reader.until(9)
    expect(reader.read.every((read) => read.bytes.length === bytes.length)).toBe(true)
  })

  it('is notified of new events again after the listening connection was lost', async () => {
    const ledger = await given.open()
    const reader = follow(ledger, 'events')
    await ledger.append('events', event('ann', 'before'))
    await reader.until(1)
    const { rows } = await given.direct.pool.query(
      `SELECT pg_terminate_backend(pid, 60000) AS ended FROM pg_stat_activity
       WHERE application_name = 'stepledger ledger wake-ups' AND datname = current_database()`,
    )
    expect(rows).toEqual([{ ended: true }])
    await ledger.append('events', event('ann', 'after'))
    await reader.until(2)
    await ledger.append('events', event('ann', 'and on'))
    await reader.until(3)
  })
})
