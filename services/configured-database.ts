import { nameDiskFault } from './embedded-postgres/disk-fault.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { migrateAll } from './migrate-all.ts'
import { unlessAborted } from './platform/async/with-deadline.ts'
import type { Config } from './platform/config/config.ts'
import { awaitDatabase } from './platform/database/await-database.ts'
import type { Log } from './platform/log/log.ts'

/** The database of this process; if it is the embedded one, with the lock of DATA_DIR. */
export interface ConfiguredDatabase {
  /** Connects as the application role. Migrations are applied. */
  readonly databaseUrl: string
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string
  /** Human-readable description. */
  readonly description: string
  /** Stores the server's URL in DATA_DIR, for the operator's commands. */
  describe(url: string): Promise<void>
  /** Releases everything, within `withinMs` (default 5000), ms. */
  close(withinMs?: number): Promise<void>
}

/**
 * Opens the configured database, or starts the embedded one. Throws when another process owns DATA_DIR. On abort, stops
 * what was started and throws the abort reason.
 */
export async function openConfiguredDatabase(
  config: Config,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConfiguredDatabase> {
  const { databaseUrl, migrationDatabaseUrl, dataDir } = config
  if (databaseUrl === null) {
    return openEmbedded(config, log, signal).catch(async (error: unknown) => {
      throw await nameDiskFault(dataDir, error)
    })
  }
  await unlessAborted(signal, awaitDatabase(migrationDatabaseUrl ?? databaseUrl, log, signal))
  if (migrationDatabaseUrl !== null)
    await unlessAborted(signal, migrateAll({ ownerUrl: migrationDatabaseUrl, databaseUrl, log }, config))
  return {
    databaseUrl,
    ownerUrl: migrationDatabaseUrl ?? databaseUrl,
    description: 'external database',
    describe: async () => {},
    close: async () => {},
  }
}

async function openEmbedded(config: Config, log: Log, signal: AbortSignal): Promise<ConfiguredDatabase> {
  const { dataDir } = config
  const onLost = (error: Error) => {
    log.error(error.message)
    process.exit(1)
  }
  const { url, ownerUrl, describe, stop } = await startEmbeddedPostgres({ dataDir, log, signal, onLost })
  try {
    await unlessAborted(signal, migrateAll({ ownerUrl, databaseUrl: url, log }, config))
  } catch (error) {
    await stop()
    throw isWrongPassword(error) ? new Error(wrongPasswords(dataDir), { cause: error }) : error
  }
  return {
    databaseUrl: url,
    ownerUrl,
    description: `embedded Postgres, data in ${dataDir}`,
    describe,
    close: (withinMs) => stop({ withinMs }),
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01'
}

const wrongPasswords = (dataDir: string) =>
  `the passwords in ${dataDir}/postgres.json do not match the database: remove that file, and the next start sets new ones`
