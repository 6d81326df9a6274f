import { setInterval } from 'node:timers/promises'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { pageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { Pool } from 'undici'
import { z } from 'zod'
import { madeUpSong, songsOfPack, writeManySongs } from '../../generators/many-songs.ts'
import { smallChart, smallSong } from '../../generators/small-song.ts'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { serverEnvironment } from '../setup/filled-server.ts'
import { type ListRequest, listRequests } from '../setup/list-requests.ts'
import { type BenchEngine, openBenchEngine } from '../setup/open-engine.ts'

/** 200,000 charts of 40,000 songs. */
const packs = 2_000
/** Sequential requests of a kind per round. */
const looksARound = 100
/** Songs per second that uploaded packs add meanwhile. */
const songsASecond = 20

/**
 * Pages of the lists of charts, songs and packs, each requested once, so that none comes from the cache: without other
 * load, and while packs are uploaded.
 */
export async function measureLists({ rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const url = await serverWithManySongs(bench, cleanup)
  const pool = new Pool(url, { connections: 1 })
  cleanup.add(() => pool.close())
  const ask = async (path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`)
    return text
  }
  const asked = new Set<string>()
  /** Requests the total first, with another page size, and times the page alone. */
  const timed = async ({ list, place, nth }: ListRequest) => {
    const { limit } = counted.parse(Object.fromEntries(new URL(list, url).searchParams))
    const { total } = listed.parse(JSON.parse(await ask(list.replace(/limit=\d+/, 'limit=1')))).meta
    const last = Math.max(1, Math.ceil(total / limit))
    const inside = { first: 1 + nth, middle: Math.ceil(last / 2) + nth, last: last - nth }[place]
    const path = `${list}&page=${Math.min(last, Math.max(1, inside))}`
    // Where several positions are the same page, uses another page size.
    let unasked = path
    for (let longer = limit + 1; asked.has(unasked); longer++)
      unasked = path.replace(/limit=\d+/, `limit=${longer}`)
    asked.add(unasked)
    const start = performance.now()
    await ask(unasked)
    return performance.now() - start
  }
  let charts = 0
  const chartPages = async () => {
    const ms: number[] = []
    for (let i = 0; i < looksARound; i++) {
      const [chart] = madeUpSong(songsOfPack + 3 * charts++).charts
      const start = performance.now()
      await ask(`/api/chart/${chart?.hash}`)
      ms.push(performance.now() - start)
    }
    return latenciesOf(ms)
  }

  const rows: Row[] = []
  for (const [kind, of] of Object.entries(listRequests)) {
    let from = 0
    const round = async () => {
      const ms: number[] = []
      for (const look of of(from, looksARound)) ms.push(await timed(look))
      from += looksARound
      return latenciesOf(ms)
    }
    const quiet = await interleaved(rounds, round, chartPages)
    const busy = await interleaved(
      rounds,
      () => whileSongsComeIn(bench, round),
      () => whileSongsComeIn(bench, chartPages),
    )
    const row = { path: 'lists', unit: 'ms', floorIs: 'the page of a chart, not cached' } as const
    const aim = { most: 50 }
    rows.push(
      rowOf({ ...row, what: `${kind}, p50` }, quiet, ({ p50 }) => p50),
      rowOf({ ...row, what: `${kind}, p99`, aim }, quiet, ({ p99 }) => p99),
      rowOf({ ...row, what: `the same during uploads, p99`, aim }, busy, ({ p99 }) => p99),
    )
  }
  return rows
}

const counted = z.object({ limit: z.coerce.number() })
const listed = z.object({ meta: pageMeta })

async function serverWithManySongs(bench: BenchEngine, cleanup: Cleanup): Promise<string> {
  console.error('writing 200,000 charts …')
  const { engine, log } = bench
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  await engine.database.transaction((tx) => writeManySongs(tx, 'g1', packs))
  await engine.database.pool.query('VACUUM ANALYZE')
  const server = startChild('built-server.mjs', {
    env: { ...serverEnvironment(bench), PORT: '0', HOST: '127.0.0.1' },
  })
  cleanup.add(() => server.end())
  const [, port] = await server.says(/^Stepledger is at http:\/\/[^:]+:(\d+)/)
  return `http://127.0.0.1:${port}`
}

let edition = 0

/** Reprocesses songs with other titles at a steady rate until `work` is done. */
async function whileSongsComeIn<T>({ engine }: BenchEngine, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const coming = (async () => {
    try {
      for await (const _ of setInterval(1000 / songsASecond, null, { signal: ending.signal })) {
        edition++
        await engine.ledger.append('events', songReadAgain((edition * 7919) % (packs * songsOfPack)))
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error
    }
  })()
  try {
    return await work()
  } finally {
    ending.abort()
    await coming
  }
}

function songReadAgain(n: number) {
  const { id, pack, title, titleTranslit, artist, charts } = madeUpSong(songsOfPack + n, edition)
  const event = smallSong({
    songId: id,
    packId: pack,
    title,
    titleTranslit,
    artist,
    at: Date.parse('2026-01-01T00:00:00Z') + edition,
    charts: charts.map(({ nth: _, ...chart }) => smallChart(chart)),
  })
  return { key: event.key, bytes: encodeAnyEvent(event) }
}
