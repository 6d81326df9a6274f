import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { FileFormat, Series } from '@stepledger/contracts/analysis/series.ts'
import { exportSeries } from '@stepledger/services/analysis/export/export-series.ts'
import { migrateAnalysis } from '@stepledger/services/analysis/publication/published-series.ts'
import { competitionStreams } from '@stepledger/services/competition-streams.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { handleOn } from '@stepledger/services/platform/decisions/handle.ts'
import { awaitScores } from '@stepledger/services/projector/competitions/await-scores.ts'
import { seededChart } from '../../scripts/seed/charts.ts'
import { seed } from '../../scripts/seed/seed.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendPacks } from '../generators/append-packs.ts'
import { announced, competition } from '../generators/competition.ts'
import { smallChart } from '../generators/small-song.ts'
import { appendCompetitionEvent, waitUntilSettled } from '../standings/append-competition-event.ts'

const seedNumber = 7
const charts = 40
const { signal } = new AbortController()

/**
 * The history that tests export: 3,000 plays of 60 players in three months of 2026, on 40 charts of one pack, and a
 * closed competition on ten of them.
 */
export interface ExportedHistory extends FoldingLedger {
  /** Exports into a new folder. */
  export(format?: FileFormat): Promise<Export>
  stop(): Promise<void>
}

export interface Export {
  readonly folder: string
  readonly series: Series
  /** Queries the files as views named after their tables. */
  ask(sql: string): Promise<Record<string, unknown>[]>
}

export async function exportedHistory(): Promise<ExportedHistory> {
  const given = await foldingLedger()
  await migrateIngest(given.database)
  await migrateAnalysis(given.database)
  const folders: string[] = []
  const connections: DuckDBConnection[] = []

  const songs = Array.from({ length: charts }, (_, n) => {
    const { hash, meter, times, holds, rolls, mines } = seededChart(seedNumber, n)
    const counts = { rows: times.length, holds, rolls, mines }
    const streams = [{ unit: 16, measures: 5 * (n % 8), breaks: 0, brief: '', detailed: '' }]
    return {
      songId: n + 1,
      title: ['=1+1', '＝1+1'][n] ?? `Song ${n}`,
      charts: [smallChart({ hash, meter, counts, peakNps: 4.5 + (n % 12), streams })],
    }
  })
  await appendPacks(given.ledger, [{ packId: 1, name: 'Pack', at: Date.parse('2026-08-01'), songs }])
  for (const day of ['2026-09-20', '2026-10-20', '2026-11-20'])
    await seed(
      given,
      {
        plays: 1_000,
        charts,
        players: 60,
        hotChartPlays: 100,
        seed: seedNumber,
        until: Date.parse(`${day}T12:00:00Z`),
        days: 20,
      },
      { output: { progress() {}, signal }, onThreads: false },
    )
  await given.database.pool.query(
    "update accounts.players set country_id = case when id::text < '8' then 840 else 392 end",
  )
  await given.folded()
  const hashes = songs.slice(0, 10).flatMap((song) => song.charts.map(({ hash }) => hash))
  const [start, end] = [Date.parse('2026-11-01'), Date.parse('2026-11-30')]
  const document = competition({
    rounds: [{ name: 'Round 1', start, end, charts: hashes }],
    grace: 30 * 86_400,
  })
  await appendCompetitionEvent(given.ledger, announced(document))
  await waitUntilSettled(given)
  const closing = await awaitScores(given, { ...document, takenOut: [] }, { signal, timeoutMs: 60_000 })
  if (!closing) throw new Error('the scores of the event were not counted')
  const close = { type: 'close', now: Date.parse('2026-12-31'), closing } as const
  const at = Date.parse('2026-12-03')
  await handleOn(given)(competitionStreams(given.ledger), document.slug, close, { at })
  await waitUntilSettled(given)

  return {
    ...given,
    async export(format = 'parquet') {
      const folder = await mkdtemp(join(tmpdir(), 'stepledger-export-'))
      folders.push(folder)
      const series = await exportSeries(
        { ...given, now: () => Date.parse('2026-12-10') },
        { id: 'series', folder, prefix: '', formats: [format], onProgress: () => {}, signal },
      )
      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      connections.push(connection)
      for (const { table, path } of series.files)
        await connection.run(`create view ${table} as from '${join(folder, path)}'`)
      return {
        folder,
        series,
        ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
      }
    },
    async stop() {
      for (const connection of connections) connection.closeSync()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
      await given.close()
    },
  }
}
