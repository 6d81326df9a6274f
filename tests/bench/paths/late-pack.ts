import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { appendPacks } from '../../generators/append-packs.ts'
import { packChart } from '../../generators/pack-chart.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import { playsOnCharts, shortCharts } from '../setup/hot-chart.ts'
import { appendAll, followFold, openBenchEngine, waitUntilFolded } from '../setup/open-engine.ts'

const charts = 100

/**
 * Uploads a pack whose charts already have plays: first all plays fit; then its counts fit no play, and each play
 * leaves its boards; then all fit again and come back. Time from the append until the read models are up to date,
 * compared with one UPDATE of as many rows in a copy of `plays`.
 */
export async function measureLatePack(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log } = bench
  const { pool } = engine.database
  const projector = await runProjector(engine, log)
  cleanup.add(() => projector.stop())
  const progress = await followFold(bench, cleanup)
  const played = shortCharts(charts, 300_000)
  const players = crowdIds(Math.ceil(flags.late / charts))
  await appendAll(bench, playsOnCharts(played, players, 1))
  await waitUntilFolded(bench, progress)
  const schema = (await readLiveGeneration(engine.database))?.schema
  await pool.query(`create table public.bare as select * from ${schema}.plays`)
  await pool.query('alter table public.bare add primary key (id)')
  await pool.query('vacuum analyze')

  let at = Date.parse('2026-01-01T00:00:00Z')
  const processed = async (missing: number) => {
    const songs = played.map((chart, n) => {
      const counts = {
        rows: chart.times.length + missing,
        holds: chart.holds,
        rolls: chart.rolls,
        mines: chart.mines,
      }
      return { songId: n + 1, charts: [packChart(chart, { counts })] }
    })
    const start = performance.now()
    await appendPacks(engine.ledger, [{ packId: 1, name: 'Late', at: at++, songs }])
    await waitUntilFolded(bench, progress)
    return performance.now() - start
  }
  /** Resets the known counts of the charts; fitting plays keep their place on the boards. */
  const unknown = () => pool.query(`truncate ${schema}.chart_counts`)
  const rounds = await interleaved(
    flags.rounds,
    async () => {
      const late = await unknown().then(() => processed(0))
      const none = await unknown().then(() => processed(1))
      return { late, none, again: await processed(0) }
    },
    async () => {
      const start = performance.now()
      await pool.query(
        'update public.bare set hundredths = hundredths, reasons = reasons, eligible = not eligible',
      )
      const ms = performance.now() - start
      await pool.query('vacuum public.bare')
      return { late: ms, none: ms, again: ms }
    },
  )
  const text = {
    path: 'packs',
    unit: 'ms',
    floorIs: 'one UPDATE of as many rows',
    aim: { most: 10_000, when: 'set by set in seconds' },
  } as const
  const of = `a late pack on ${flags.late.toLocaleString('en-US')} plays`
  return [
    rowOf({ ...text, what: of }, rounds, ({ late }) => late),
    rowOf({ ...text, what: `${of}, none of which fits` }, rounds, ({ none }) => none),
    rowOf({ ...text, what: `${of}, which all fit again` }, rounds, ({ again }) => again),
  ]
}
