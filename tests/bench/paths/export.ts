import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { fillAccounts } from '../setup/crowd.ts'
import { appendAll, followFold, openBenchEngine, waitUntilFolded } from '../setup/open-engine.ts'
import { usualPlays } from '../setup/play-events.ts'

const done = z.object({ ms: z.number(), rssBytes: z.number(), bytes: z.number() })
type Done = z.infer<typeof done>

/**
 * Exports the whole history as Parquet, including the steps of all plays, compared with reading and decoding the
 * ledger.
 */
export async function measureExport(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log, databaseUrl } = bench
  const plays = Math.max(...flags.history)
  const { ids } = await fillAccounts(engine.database, 1_000, 1)
  await appendAll(bench, usualPlays(plays, ids, 1, { rows: flags.rows }))
  const progress = await followFold(bench, cleanup)
  const projector = await runProjector(engine, log)
  await waitUntilFolded(bench, progress)
  await projector.stop()
  const [exporter, reader] = [startChild('exporter.ts'), startChild('exporter.ts')]
  cleanup.add(() => exporter.end())
  cleanup.add(() => reader.end())
  const measured = await interleaved(
    flags.rounds,
    () => exporter.ask({ databaseUrl, what: 'export' }, done),
    () => reader.ask({ databaseUrl, what: 'read' }, done),
  )
  const text = { path: 'export', floorIs: 'reading and decoding the ledger' } as const
  const of = `${plays.toLocaleString('en-US')} plays of ${flags.rows} rows`
  return [
    rowOf({ ...text, what: of, unit: 'plays/s', aim: { least: 5_000 } }, measured, rateOf(plays)),
    rowOf({ ...text, what: `${of}, peak memory`, unit: 'MB' }, measured, megabytes),
    rowOf(
      { ...text, what: `${of}, files a play`, unit: 'kB' },
      measured,
      ({ bytes }) => bytes / plays / 1000,
    ),
  ]
}

const megabytes = ({ rssBytes }: Done) => rssBytes / 1_000_000
const rateOf = (plays: number) => (sample: Done) => (plays * 1000) / sample.ms
