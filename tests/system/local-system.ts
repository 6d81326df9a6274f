import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import type { ServiceName } from '@stepledger/services/service-names.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { readyPostgres } from '../../scripts/services/ready-postgres.ts'
import { call } from './client.ts'

const dist = new URL('../../dist/', import.meta.url)

export interface LocalSystem {
  readonly url: string
  readonly database: Database
  readonly databaseUrl: string
  readonly dataDir: string
  stop(): Promise<void>
}

export interface LocalSystemOptions {
  /** Further configuration variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly only?: readonly ServiceName[]
  /** Folder of the website; none by default. */
  readonly websiteDir?: string | null
  /** The projector's own thread; by default it folds on this one. */
  readonly projectorWorker?: URL | null
  /** An existing database, which stays; by default one of its own. */
  readonly databaseUrl?: string
  /** An existing folder, which stays; by default one of its own. */
  readonly dataDir?: string
  /** Whether packs and exports have workers of the built server, as in production. */
  readonly hasWorkers?: boolean
  /** Of commands on its machine; by default none have access. */
  readonly operatorSecret?: string
}

/**
 * Starts a system in the test's process, with its own database, without rate limits, and with every answer checked
 * against its contract. Resolves once it is ready.
 */
export async function startLocalSystem({
  env = {},
  only = ['accounts', 'ingest', 'query', 'projector'],
  websiteDir = null,
  projectorWorker = null,
  databaseUrl,
  dataDir: givenFolder,
  hasWorkers = false,
  operatorSecret,
}: LocalSystemOptions = {}): Promise<LocalSystem> {
  const postgres =
    databaseUrl === undefined ? await readyPostgres() : { url: databaseUrl, stop: async () => {} }
  const database = openDatabase({ url: postgres.url, maxConnections: 4 })
  const dataDir = givenFolder ?? (await mkdtemp(join(tmpdir(), 'stepledger-local-')))
  const system = await startSystem({
    config: readConfig({
      PORT: '0',
      RATE_LIMITS: 'off',
      CHECK_ANSWERS: 'on',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      ...env,
    }),
    log: pino({ level: 'silent' }),
    databaseUrl: postgres.url,
    only: new Set(only),
    ...(operatorSecret !== undefined && { operatorSecret }),
    websiteDir,
    projectorWorker,
    packWorker: hasWorkers ? new URL('pack-worker.js', dist) : null,
    exportWorker: hasWorkers ? new URL('export-worker.js', dist) : null,
    onFatalError: (error) => {
      throw error
    },
  })
  const ready = async () => (await call(`${system.url}/health/ready`)).status === 200
  await vi.waitUntil(ready, { timeout: 60_000 })
  return {
    url: system.url,
    database,
    databaseUrl: postgres.url,
    dataDir,
    async stop() {
      await system.stop()
      await database.close()
      await postgres.stop()
      if (givenFolder === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
