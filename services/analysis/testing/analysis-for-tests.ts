import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import { partitionsOf } from '@stepledger/contracts/ledger/topic.ts'
import { Registry } from 'prom-client'
import { postgresForTests } from '../../../scripts/services.ts'
import { migrateAccounts } from '../../accounts/migrations.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import type { AnalysisDeps } from '../deps.ts'
import type { ExportOptions, exportSeries } from '../export/export-series.ts'
import { migrateAnalysis } from '../publication/tables.ts'

export interface AnalysisForTests {
  readonly deps: AnalysisDeps
  /** The time, which tests set. */
  readonly clock: { now: number }
  /** The contents of each month's file; an export also writes `charts.parquet`. */
  readonly months: Map<string, string>
  /** The stored files of published data. */
  stored(): Promise<string[]>
  addPlayer(): Promise<string>
  removePlayer(id: string): Promise<void>
  /** Removes all published series and files. */
  forgetAll(): Promise<void>
  stop(): Promise<void>
}

/** The dependencies of the analysis service, with an export that writes small files and reads no plays. */
export async function analysisForTests(): Promise<AnalysisForTests> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 6 })
  await migrateAccounts(database)
  await migrateAnalysis(database)
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-analysis-'))
  const clock = { now: Date.UTC(2026, 10, 22, 12) }
  const now = () => clock.now
  const storage = await folderStorage({ folder: join(dataDir, 'storage'), publicUrl: () => '', now })
  const months = new Map<string, string>()
  const ledger = {
    partitions: partitionsOf(12),
    async *read() {},
  }
  const deps: AnalysisDeps = {
    database,
    ledger,
    storage,
    dataDir,
    disk: { isLow: () => false },
    publishedData: { at: 4 * 60, keep: 3, licence: null },
    exportSeries: smallExport(months),
    metrics: new Registry(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now,
    random: randomBytes,
  }
  return {
    deps,
    clock,
    months,
    async stored() {
      const keys: string[] = []
      for await (const { key } of storage.list('analysis/')) keys.push(key.replace('analysis/', ''))
      return keys
    },
    async addPlayer() {
      const id = randomUUID()
      await database.pool.query(
        `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
         VALUES ($1, $2, $2, $2, $2, '', $3, now(), now())`,
        [id, id, randomBytes(32)],
      )
      return id
    },
    async removePlayer(id) {
      await database.pool.query('DELETE FROM accounts.players WHERE id = $1', [id])
    },
    async forgetAll() {
      await database.pool.query('TRUNCATE analysis.series')
      for await (const { key } of storage.list('analysis/')) await storage.delete(key)
      months.clear()
    },
    async stop() {
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function smallExport(months: ReadonlyMap<string, string>): typeof exportSeries {
  return async ({ now }, { id, prefix, folder, known, format }) => {
    const write = (table: string, month: string | null, text: string) =>
      writeFileOf(
        { folder, table, month, path: `${prefix}${table}${month ? `/month=${month}` : ''}.${format}` },
        text,
      )
    const files: SeriesFile[] = []
    for (const [month, text] of months) {
      const same = known?.months.find((one) => one.month === month)?.digest === text
      const kept = same ? (known?.files.filter((file) => file.month === month) ?? []) : []
      files.push(...(kept.length > 0 ? kept : [await write('plays', month, text)]))
    }
    files.push(await write('charts', null, 'charts'))
    return {
      id,
      madeAt: new Date(now()).toISOString(),
      schemaVersion: 2,
      format,
      ledgerId: randomUUID(),
      positions: [1, 2, 3],
      rules: 'The first rules',
      complete: true,
      months: [...months].map(([month, digest]) => ({ month, digest, final: true })),
      files,
    }
  }
}

interface FileOf extends Pick<ExportOptions, 'folder'>, Pick<SeriesFile, 'table' | 'month' | 'path'> {}

async function writeFileOf({ folder, ...file }: FileOf, text: string): Promise<SeriesFile> {
  const place = join(folder, file.path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { ...file, bytes: text.length, rows: 1, sha256 }
}
