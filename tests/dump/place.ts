import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '@stepledger/services/platform/config/config.ts'
import { type Engine, openEngine } from '@stepledger/services/platform/engine.ts'
import { openStorage } from '@stepledger/services/platform/storage/open-storage.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { kafkaForTests, postgresForTests, s3ForTests } from '../../scripts/services.ts'

/** Where a system is: an empty database, and with Kafka an empty ledger and a bucket. */
export interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly config: Config
  /** Opens database, ledger and storage. */
  open(): Promise<Engine & { readonly storage: Storage }>
  remove(): Promise<void>
}

export type EngineName = 'embedded' | 'distributed'

export const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** `ledgerUrl`: a ledger that is there already. */
export async function emptyPlace(engine: EngineName, ledgerUrl?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-place-'))
  const postgres = await postgresForTests()
  const services = [postgres]
  const env: Record<string, string> = { DATABASE_URL: postgres.url, DATA_DIR: dataDir }
  if (engine === 'distributed') {
    const [kafka, s3] = [await kafkaForTests(), await s3ForTests()]
    services.push(kafka, s3)
    env.LEDGER_URL = ledgerUrl ?? `${kafka.url}?topics=make`
    env.STORAGE_URL = s3.url
    // The same for all buckets.
    Object.assign(process.env, s3.environment)
  }
  const config = readConfig(env)
  return {
    env,
    config,
    open: () => openSystem({ ...config, databaseUrl: postgres.url }),
    async remove() {
      for (const service of services) await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens database, ledger and storage of a system. */
export async function openSystem({
  databaseUrl,
  ledgerUrl,
  storageUrl,
  dataDir,
  publicUrl,
}: Pick<Config, 'ledgerUrl' | 'storageUrl' | 'dataDir' | 'publicUrl'> & { readonly databaseUrl: string }) {
  const engine = await openEngine(
    { databaseUrl, ledgerUrl, pushChannel: dataDir },
    { maxConnections: 8, log: quiet },
  )
  const storage = await openStorage({
    url: storageUrl,
    dataDir,
    publicUrl: () => publicUrl,
    env: process.env,
    now: Date.now,
  })
  return {
    ...engine,
    storage,
    async close() {
      await storage.close()
      await engine.close()
    },
  }
}
