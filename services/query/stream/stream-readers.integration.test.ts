import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../../../tests/folding-ledger.ts'
import { appendPacks } from '../../../tests/generators/append-packs.ts'
import { type StreamLimits, startStreamProcess } from '../../../tests/stream/stream-process.ts'
import type { ReaderOptions } from '../../../tests/stream/stream-reader.ts'

const time = Date.parse('2026-11-22T18:00:00Z')

describe('the event stream', () => {
  let given: FoldingLedger

  beforeAll(async () => {
    given = await foldingLedger()
    await given.settled()
  })
  afterAll(() => given.close())

  const startProcess = (options?: StreamLimits) => startStreamProcess(given, () => time, options)

  it('limits its readers per address and in total, and ends when the process stops', async () => {
    const process = await startProcess({ total: 3, perAddress: 2 })
    const refusedAs = async (how?: ReaderOptions) => {
      const refused = await process.read(how)
      await refused.ended
      return [refused.status, refused.headers['retry-after']]
    }
    const [one, two] = [await process.read(), await process.read()]
    expect(await refusedAs()).toEqual([429, '30'])
    two.leave()
    const another = await vi.waitFor(
      async () => {
        const reader = await process.read()
        expect(reader.status).toBe(200)
        return reader
      },
      { timeout: 10_000 },
    )
    const crowded = await startProcess({ total: 1 })
    await (await crowded.read()).hears('start')
    expect((await crowded.read()).status).toBe(503)

    for (const reader of [one, another]) await reader.hears('start')
    await process.stop()
    // Ended gracefully, not disconnected.
    expect(await Promise.all([one.ended, another.ended])).toEqual([true, true])
  })

  it('reserves nothing for a client that disconnected before its stream was opened', async () => {
    const leaving = new AbortController()
    const process = await startProcess({
      total: 1,
      async onRequest({ raw }) {
        if (leaving.signal.aborted) return
        leaving.abort()
        await once(raw.socket, 'close')
      },
    })
    await expect(process.read({ signal: leaving.signal })).rejects.toThrow('aborted')
    const next = await process.read()
    expect(next.status).toBe(200)
    await next.hears('start')
    expect(await process.metric('event_streams')).toBe(1)
  })

  it('is complete for many readers, and disconnects a stalled one', async () => {
    const { schema } = await given.live()
    const addNews = (from: number, name: string) =>
      given.database.pool.query(
        `INSERT INTO ${schema}.pack_news SELECT n, 'made up', 1, n, $1, 'added', $3, 1 FROM generate_series($2::int, $2 + 199) n`,
        [time, from, name],
      )
    // More than the kernel's socket buffers hold, which is some megabytes.
    await addNews(1_000_000, 'x'.repeat(100_000))
    const process = await startProcess({ stallTimeoutMs: 2_000 })
    const slow = await process.read({ after: 'oldest' })
    slow.stopReading()
    await vi.waitUntil(async () => (await process.metric('event_streams_cut_total')) === 1, {
      timeout: 30_000,
    })

    await given.database.pool.query(`DELETE FROM ${schema}.pack_news WHERE event = 'made up'`)
    const crowded = await startProcess()
    const crowd = await Promise.all(Array.from({ length: 30 }, () => crowded.read()))
    await Promise.all(crowd.map((reader) => reader.hears('start')))
    await addNews(2_000_000, 'short')
    await appendPacks(given.ledger, [{ packId: 8, name: 'Eight', at: time, songs: [] }])
    await Promise.all(crowd.map((reader) => reader.hears('pack', 201)))
    for (const reader of crowd) {
      expect(new Set(reader.messages().map(({ id }) => id)).size).toBe(202)
      expect(reader.messages().slice(1)).toEqual(crowd[0]?.messages().slice(1))
    }
    expect(await crowded.metric('event_streams')).toBe(30)
    slow.readAgain()
    expect(await slow.ended).toBe(false)
    await given.database.pool.query(`DELETE FROM ${schema}.pack_news WHERE event = 'made up'`)
  })
})
