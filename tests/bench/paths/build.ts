import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { announced, competition } from '../../generators/competition.ts'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved, type Rounds } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import { appendAll, type BenchEngine, openBenchEngine } from '../setup/open-engine.ts'
import { usualCharts, usualPlays, usualRivals } from '../setup/play-events.ts'
import { measureLiveFold } from './live-fold.ts'

const built = z.object({ ms: z.number(), rssBytes: z.number(), cpuMs: z.number() })
type Built = z.infer<typeof built>

/** Measurements on a ledger of this many plays. */
interface Measured extends Rounds<Built> {
  readonly plays: number
}

/**
 * Builds a generation from the whole ledger, from the request to the switch, compared with reading and decoding the
 * same events. Several history lengths show how time and memory grow. The history has rivals, a chart with an eighth of the
 * plays and a running competition, whose rows a build derives too.
 */
export async function measureBuild(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log, databaseUrl } = bench
  const players = crowdIds(1000)
  // Creates the first generation.
  await (await runProjector(engine, log)).stop()
  await appendAll(bench, usualRivals(players))
  await announceCompetition(bench, flags)
  const lengths: Measured[] = []
  let filled = 0
  for (const plays of [...flags.history].sort((a, b) => a - b)) {
    const start = performance.now()
    await appendAll(bench, usualPlays(plays - filled, players, 1 + filled, { rows: flags.rows, hot: 1 / 8 }))
    filled = plays
    await countAsFolded(bench)
    await engine.database.pool.query('VACUUM ANALYZE')
    console.error(`  ${plays} plays lie in the ledger, after ${seconds(start)} s`)
    // A new process per length, so that memory of earlier lengths is not counted.
    const [builder, reader] = [startChild('builder.ts'), startChild('builder.ts')]
    cleanup.add(() => builder.end())
    cleanup.add(() => reader.end())
    const measured = await interleaved(
      flags.rounds,
      () => builder.ask({ databaseUrl, what: 'build' }, built),
      () => reader.ask({ databaseUrl, what: 'read' }, built),
    )
    await Promise.all([builder.end(), reader.end()])
    console.error(`  and were built and read ${flags.rounds + 1} times, after ${seconds(start)} s`)
    lengths.push({ ...measured, plays })
  }
  const live = await measureLiveFold(bench, flags, cleanup, { filled, players })
  return [...lengths.flatMap((measured) => rowsOf(measured, flags)), ...growth(lengths), live]
}

/** A competition on the hot chart and some others, which runs during all plays. */
async function announceCompetition({ engine }: BenchEngine, { rows }: Flags): Promise<void> {
  const charts = usualCharts(rows)
    .slice(0, 20)
    .map(({ hash }) => hash)
  const start = Date.parse('2025-01-01T00:00:00Z')
  const event = announced(
    competition({ rounds: [{ name: 'Round 1', start, end: Date.parse('2099-01-01T00:00:00Z'), charts }] }),
  )
  await engine.ledger.append('rules', { key: event.key, bytes: encodeAnyEvent(event) })
}

/**
 * Moves the live checkpoint to the end. A build stops at the live checkpoint, whatever the live tables contain, and
 * folding them would double the time.
 */
export async function countAsFolded({ engine: { database, ledger } }: BenchEngine): Promise<void> {
  const live = await readLiveGeneration(database)
  const ends = await ledger.ends('events')
  await database.pool.query(
    `update projector.checkpoints set next_offset = ($2::bigint[])[partition + 1] where generation = $1`,
    [live?.id, ends],
  )
}

function rowsOf({ plays, ...measured }: Measured, { rows }: Flags): Row[] {
  const text = { path: 'build', floorIs: 'reading and decoding them' } as const
  const of = `${inWords(plays)} of ${rows} rows`
  const aim = plays >= 500_000 ? { aim: { least: 20_000 } } : {}
  return [
    rowOf({ ...text, what: of, unit: 'plays/s', ...aim }, measured, rateOf(plays)),
    rowOf({ ...text, what: `${of}, CPU of the process a play`, unit: 'µs' }, measured, ({ cpuMs }) => {
      return (cpuMs * 1000) / plays
    }),
    rowOf({ ...text, what: `${of}, peak memory`, unit: 'MB' }, measured, megabytes),
  ]
}

/** The longest history compared with the shortest. */
function growth(lengths: readonly Measured[]): Row[] {
  const [first, last] = [lengths[0], lengths.at(-1)]
  if (!first || !last || first === last) return []
  const text = { path: 'build', floorIs: `the same of ${inWords(first.plays)}` } as const
  const compared = (figure: (plays: number) => (sample: Built) => number): Rounds<number> => ({
    ours: last.ours.map(figure(last.plays)),
    floor: first.ours.map(figure(first.plays)),
  })
  const itself = (value: number) => value
  return [
    rowOf(
      { ...text, what: `${inWords(last.plays)}, peak memory`, unit: 'MB', aim: { of: 'ratio', most: 1.2 } },
      compared(() => megabytes),
      itself,
    ),
    rowOf({ ...text, what: inWords(last.plays), unit: 'plays/s' }, compared(rateOf), itself),
  ]
}

const inWords = (plays: number) => `${plays.toLocaleString('en-US')} plays`
const seconds = (start: number) => Math.round((performance.now() - start) / 1000)
const megabytes = ({ rssBytes }: Built) => rssBytes / 1_000_000
const rateOf = (plays: number) => (sample: Built) => (plays * 1000) / sample.ms
