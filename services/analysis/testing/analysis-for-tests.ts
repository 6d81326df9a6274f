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
import type { AnalysisDeps } from '../analysis.ts'
import type { exportSeries } from '../export/export-series.ts'
import { migrateAnalysis } from '../publication/published-series.ts'

export interface AnalysisForTests {
  readonly deps: AnalysisDeps
  /** The time, which tests set. */
  readonly clock: { now: number }
  /** The contents of the file of plays in each format. */
  readonly contents: { plays: string }
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
  const contents = { plays: 'plays' }
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
    publishedData: { at: 4 * 60, keep: 1, licence: null },
    exportSeries: smallExport(contents),
    metrics: new Registry(),
    doRecorded: (_what, _by, act) => act(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now,
    random: randomBytes,
  }
  return {
    deps,
    clock,
    contents,
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
      await database.pool.query('TRUNCATE analysis.series, analysis.announcement')
      for await (const { key } of storage.list('analysis/')) await storage.delete(key)
    },
    async stop() {
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function smallExport(contents: { plays: string }): typeof exportSeries {
  return async ({ now }, { id, prefix, folder, formats }) => {
    const files: SeriesFile[] = []
    for (const format of formats) {
      const text = contents.plays
      const path = `${prefix}plays.${format}`
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
      const sha256 = createHash('sha256').update(text).digest('hex')
      files.push({ table: 'plays', format, path, bytes: text.length, rows: 1, sha256 })
    }
    return {
      id,
      madeAt: new Date(now()).toISOString(),
      schemaVersion: 3,
      ledgerId: randomUUID(),
      positions: [1, 2, 3],
      rules: 'The first rules',
      files,
    }
  }
}
