import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { type ExportOptions, exportSeries } from '@stepledger/services/analysis/export/export-series.ts'
import { migrateAnalysis } from '@stepledger/services/analysis/publication/tables.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { seededChart } from '@stepledger/services/operator/seed/chart.ts'
import { seed } from '@stepledger/services/operator/seed/seed.ts'
import { appendClosing } from '@stepledger/services/projector/competitions/append-closing.ts'
import { awaitScores } from '@stepledger/services/projector/competitions/await-scores.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendPacks } from '../generators/append-packs.ts'
import { announced, competition } from '../generators/competition.ts'
import { smallChart } from '../generators/small-song.ts'
import { appendCompetitionEvent, waitUntilSettled } from '../standings/append-competition-event.ts'

const seedNumber = 7
const charts = 5
const { signal } = new AbortController()
/** Of the nth chart: two are in one range of speeds, one is beyond the last. */
const peakNpsOf = (n: number) => [4.5, 5.9, 8, 11, 17][n] ?? 0
const streamOf = (n: number) => ({ unit: 16, measures: 10 * n, breaks: 0, brief: '', detailed: '' })

/**
 * The history that tests export: 240 players on five charts of one pack in October and November 2026, and a closed
 * competition on these charts.
 */
export interface ExportedHistory extends FoldingLedger {
  /** Exports into a new folder, as of `day`. `ask` queries the files as views named after their tables. */
  export(day: string, options?: Partial<ExportOptions>): Promise<Export>
  /** Appends seeded plays, the last one on that day. */
  play(plays: number, day: string): Promise<void>
  stop(): Promise<void>
}

export interface Export {
  readonly folder: string
  readonly series: Series
  ask(sql: string): Promise<Record<string, unknown>[]>
}

export async function exportedHistory(): Promise<ExportedHistory> {
  const given = await foldingLedger()
  await migrateIngest(given.database)
  await migrateAnalysis(given.database)
  // The same noise in every run: among hundreds of random numbers, some exceed four standard deviations now and then.
  await given.database.pool.query('update analysis.noise set key = sha256($1)', [Buffer.from('key of tests')])
  const folders: string[] = []
  const connections: DuckDBConnection[] = []

  async function play(plays: number, day: string) {
    await seed(
      given,
      {
        plays,
        charts,
        players: 240,
        hotChartPlays: Math.floor(plays / 4),
        seed: seedNumber,
        until: Date.parse(`${day}T12:00:00Z`),
      },
      { output: { progress() {}, signal }, worker: null },
    )
  }

  const songs = Array.from({ length: charts }, (_, n) => {
    const { hash, meter, times, holds, rolls, mines } = seededChart(seedNumber, n)
    const counts = { rows: times.length, holds, rolls, mines }
    return {
      songId: n + 1,
      title: ['=1+1', '＝1+1'][n] ?? `Song ${n}`,
      charts: [smallChart({ hash, meter, counts, peakNps: peakNpsOf(n), streams: [streamOf(n)] })],
    }
  })
  await appendPacks(given.ledger, [{ packId: 1, name: 'Pack', at: Date.parse('2026-10-01'), songs }])
  await play(2_400, '2026-10-20')
  await play(2_400, '2026-11-20')
  await given.database.pool.query('update accounts.players set country_id = 840')
  await given.folded()
  const hashes = songs.flatMap((song) => song.charts.map(({ hash }) => hash))
  const [start, end] = [Date.parse('2026-11-01'), Date.parse('2026-11-30')]
  const document = competition({
    rounds: [{ name: 'Round 1', start, end, charts: hashes }],
    grace: 30 * 86_400,
  })
  await appendCompetitionEvent(given.ledger, announced(document))
  await waitUntilSettled(given)
  const closing = await awaitScores(given, document, { signal, timeoutMs: 60_000 })
  if (!closing) throw new Error('the scores of the event were not counted')
  await appendClosing(given.ledger, closing, Date.parse('2026-12-03'))
  await waitUntilSettled(given)

  return {
    ...given,
    play,
    async export(day, options = {}) {
      const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'stepledger-export-')))
      const work = await mkdtemp(join(tmpdir(), 'stepledger-worktest-'))
      folders.push(folder, work)
      const series = await exportSeries(
        {
          database: given.database,
          ledger: given.ledger,
          now: () => Date.parse(`${day}T06:00:00Z`),
        },
        {
          id: day,
          prefix: '',
          format: 'parquet',
          from: null,
          to: null,
          known: null,
          save: async () => {},
          onProgress: () => {},
          signal,
          work,
          ...options,
          folder,
        },
      )
      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      connections.push(connection)
      for (const [table, paths] of pathsByTable(series)) {
        const list = paths.map((path) => `'${join(folder, path)}'`).join(', ')
        await connection.run(`create view ${table} as select * from read_${readerOf(series)}([${list}])`)
      }
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

function pathsByTable({ files }: Series): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const { table, path } of files) paths.set(table, [...(paths.get(table) ?? []), path])
  return paths
}

const readers = { parquet: 'parquet', csv: 'csv', ndjson: 'json' } as const

function readerOf({ format }: Series): string {
  return readers[format]
}
