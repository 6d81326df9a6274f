import { type DataDirHold, lockDataDir } from './embedded-postgres/data-dir/lock-data-dir.ts'
import { nameDiskFault } from './embedded-postgres/disk-fault.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { migrateAll } from './migrate-all.ts'
import { unlessAborted, withDeadline } from './platform/async/with-deadline.ts'
import type { Config } from './platform/config/config.ts'
import { awaitDatabase } from './platform/database/await-database.ts'
import { openDatabase } from './platform/database/database.ts'
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
  const postgres = await startEmbeddedPostgres({ dataDir, log, signal })
  const database = openDatabase({ url: postgres.url, maxConnections: 1 })
  let hold: DataDirHold | null = null

  async function close(withinMs = 5_000): Promise<void> {
    const deadline = performance.now() + withinMs
    const release = async () => {
      await hold?.release()
      await database.close()
    }
    // A hung database does not even close its connections.
    await withDeadline(withinMs / 4, release(), 'releasing DATA_DIR').catch(() => {})
    await postgres.stop({ withinMs: deadline - performance.now(), held: hold !== null })
  }
  const onLost = (error: Error) => {
    log.error(error.message)
    process.exit(1)
  }
  try {
    const held = lockDataDir({ dataDir, database, onLost })
    hold = await unlessAborted(signal, held)
    const { url: databaseUrl, ownerUrl } = postgres
    await unlessAborted(signal, migrateAll({ ownerUrl, databaseUrl, log }, config))
    return {
      databaseUrl,
      ownerUrl,
      description: `embedded Postgres, data in ${dataDir}`,
      describe: hold.describe,
      close,
    }
  } catch (error) {
    await close()
    throw isWrongPassword(error) ? new Error(wrongPasswords(dataDir), { cause: error }) : error
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01'
}

const wrongPasswords = (dataDir: string) =>
  `the passwords in ${dataDir}/postgres.json do not match the database: remove that file, and the next start sets new ones`
