import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { lastPlays } from '@stepledger/projections/catalogue/recent-plays.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { type NewEvent, partitionOf } from '@stepledger/services/platform/ledger/ledger.ts'
import { copyIn } from '@stepledger/services/projector/build/bulk-worker.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { z } from 'zod'
import { seeded } from '../../generators/random.ts'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import {
  appendAll,
  type BenchEngine,
  followFold,
  openBenchEngine,
  waitUntilFolded,
} from '../setup/open-engine.ts'
import { playEvent, usualCharts } from '../setup/play-events.ts'
import { countAsFolded } from './build.ts'

const rows = 100
const young = 100_000
const old = 3_000_000
const [charts, players] = [3_000, 3_000]
/** Plays appended, and folded, by one measurement. */
const backlog = 3_000
const reads = 500

const built = z.object({ ms: z.number() })

interface Measured {
  readonly append: readonly number[]
  readonly fold: readonly number[]
  readonly board: readonly number[]
  readonly recent: readonly number[]
}

/** Appending, folding and reading with 3,000,000 plays of 100 rows in the ledger, compared with 100,000. */
export async function measureAgeing({ rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log, databaseUrl } = bench
  await (await runProjector(engine, log)).stop()
  const plays = playMaker()
  let filled = 0
  const measured: Measured[] = []
  for (const size of [young, old]) {
    const start = performance.now()
    await fill(bench, plays, size - filled)
    await countAsFolded(bench)
    await engine.database.pool.query('VACUUM ANALYZE')
    console.error(
      `  ${size} plays lie in the ledger, after ${Math.round((performance.now() - start) / 1000)} s`,
    )
    const builder = startChild('builder.ts')
    cleanup.add(() => builder.end())
    const { ms } = await builder.ask({ databaseUrl, what: 'build' }, built)
    await builder.end()
    console.error(`  built at ${Math.round((size * 1000) / ms)} plays/s`)
    measured.push(await measure(bench, plays, rounds, cleanup))
    filled = size + (rounds + 1) * backlog
  }
  const [floor, ours] = [itemAt(measured, 0), itemAt(measured, 1)]
  const text = { path: 'ageing', floorIs: 'the same with 100,000 plays' } as const
  const row = (what: string, unit: 'plays/s' | 'ms', of: keyof Measured) =>
    rowOf(
      { ...text, what, unit, aim: { of: 'ratio', ...(unit === 'ms' ? { most: 1.3 } : { least: 1 / 1.3 }) } },
      { ours: ours[of], floor: floor[of] },
      (value) => value,
    )
  return [
    row('append, 3,000 plays at once', 'plays/s', 'append'),
    row('fold, 3,000 plays', 'plays/s', 'fold'),
    row('a page of a board, p99', 'ms', 'board'),
    row('recent plays of a player, p99', 'ms', 'recent'),
  ]
}

async function measure(
  bench: BenchEngine,
  plays: () => NewEvent,
  rounds: number,
  cleanup: Cleanup,
): Promise<Measured> {
  const { engine, log } = bench
  const progress = await followFold(bench, cleanup)
  const measured: Record<keyof Measured, number[]> = { append: [], fold: [], board: [], recent: [] }
  for (let round = 0; round <= rounds; round++) {
    const events = Array.from({ length: backlog }, plays)
    const rate = async (work: () => Promise<void>) => {
      const start = performance.now()
      await work()
      return (backlog * 1000) / (performance.now() - start)
    }
    const append = await rate(() => appendAll(bench, events))
    const projector = await runProjector(engine, log)
    const fold = await rate(() => waitUntilFolded(bench, progress))
    await projector.stop()
    // The first round warms up.
    if (round === 0) continue
    measured.append.push(append)
    measured.fold.push(fold)
    const { board, recent } = await timeReads(bench, round)
    measured.board.push(board)
    measured.recent.push(recent)
  }
  await progress.stop()
  return measured
}

/** 99th percentiles, ms. */
async function timeReads({ engine: { database } }: BenchEngine, round: number) {
  const live = await readLiveGeneration(database)
  if (!live) throw new Error('no generation is live')
  const generation = readable(live, openReadModels(database.pool))
  const ids = crowdIds(players)
  const time = async (read: (nth: number) => Promise<unknown>) => {
    const ms: number[] = []
    for (let nth = 0; nth < reads; nth++) {
      const start = performance.now()
      await read(round * reads + nth)
      ms.push(performance.now() - start)
    }
    return latenciesOf(ms).p99
  }
  return {
    board: await time((nth) =>
      boardEntries(generation, { chart: chartOf(nth % charts), systems: [2] }, 0, 25),
    ),
    recent: await time((nth) => lastPlays(generation, { player: itemAt(ids, nth % players) }, 25)),
  }
}

const chartOf = (nth: number) => (nth + 1).toString(16).padStart(16, '0')

/** Returns the next play: one of some generated ones, by another player on another chart and with other content. */
function playMaker(): () => NewEvent {
  const ids = crowdIds(players)
  const random = seeded(1)
  const templates = usualCharts(rows).flatMap((chart, i) =>
    Array.from({ length: 10 }, (_, j) => {
      const event = decodeEvent(
        playEvent({ playId: 1 + i * 10 + j, player: itemAt(ids, 0), chart, skill: random() }).bytes,
      )
      if (event?.type !== 'PlaySubmitted') throw new Error('a play is no play')
      return event
    }),
  )
  let playId = 0
  return () => {
    playId++
    const { data, at } = itemAt(templates, Math.floor(random() * templates.length))
    const key = itemAt(ids, Math.floor(random() ** 2 * players))
    const chart = chartOf(Math.floor(random() ** 2 * charts))
    const fingerprint = Buffer.alloc(32)
    fingerprint.writeUInt32BE(playId)
    const time = at + playId * 1_000
    const bytes = encodeEvent(playSubmitted, {
      id: `play-${playId}`,
      at: time,
      key,
      data: { ...data, playId, chart, fingerprint, playedAt: time },
    })
    return { key, bytes }
  }
}

/** Events of one COPY. */
const chunk = 10_000

/** Writes plays into the tables of the ledger, from its ends on. */
async function fill({ engine }: BenchEngine, plays: () => NewEvent, count: number): Promise<void> {
  const { database, ledger } = engine
  const next = [...(await ledger.ends('events'))]
  for (let done = 0; done < count; done += chunk) {
    const lines = Array.from({ length: Math.min(chunk, count - done) }, () => {
      const { key, bytes } = plays()
      const partition = partitionOf(ledger.partitions.events, key)
      const offset = next[partition] ?? 0
      next[partition] = offset + 1
      return `events\t${partition}\t${offset}\t${key}\t\\\\x${Buffer.from(bytes).toString('hex')}\n`
    })
    const rows = new Uint8Array(Buffer.from(lines.join('')))
    await database.transaction((tx) =>
      copyIn(tx)({ into: 'ledger.events (topic, partition, "offset", key, body)', rows }),
    )
  }
}
