import { migrateAll } from './migrate-all.ts'
import { unlessAborted, withDeadline } from './platform/async/with-deadline.ts'
import type { Config } from './platform/config/config.ts'
import { type DataDirHold, holdDataDir } from './platform/data-dir/hold-data-dir.ts'
import { openDatabase } from './platform/database/database.ts'
import { nameFullDisk } from './platform/database/embedded/full-disk.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import type { Log } from './platform/log/log.ts'

/** Where this process keeps what it keeps: a database, and, if that is the embedded one, the folder that it owns. */
export interface Home {
  /** As the application, whose tables of record are up to date. */
  readonly databaseUrl: string
  /** For people: what it runs on. */
  readonly description: string
  /** Says in DATA_DIR where this server is found. */
  describe(url: string): Promise<void>
  /** Lets go of all of it, within 5 s by default, ms. */
  close(withinMs?: number): Promise<void>
}

/**
 * The database of the configuration, or the embedded one, started and owned by this process. Throws when another one
 * owns DATA_DIR. When the signal is aborted it is given up: what was started is stopped, and the reason thrown.
 */
export async function openHome(
  config: Config,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<Home> {
  const { databaseUrl, migrationDatabaseUrl, dataDir } = config
  if (databaseUrl === null) {
    return openEmbedded(config, log, signal).catch(async (error: unknown) => {
      throw await nameFullDisk(dataDir, error)
    })
  }
  if (migrationDatabaseUrl !== null)
    await unlessAborted(signal, migrateAll({ ownerUrl: migrationDatabaseUrl, databaseUrl, log }, config))
  return {
    databaseUrl,
    description: 'database as configured',
    describe: async () => {},
    close: async () => {},
  }
}

async function openEmbedded(config: Config, log: Log, signal: AbortSignal): Promise<Home> {
  const { dataDir } = config
  const postgres = await startEmbeddedPostgres({ dataDir, log, signal })
  const database = openDatabase({ url: postgres.url, maxConnections: 1 })
  let hold: DataDirHold | null = null

  async function close(withinMs = 5_000): Promise<void> {
    const deadline = performance.now() + withinMs
    const letGo = async () => {
      await hold?.release()
      await database.close()
    }
    // A database that stands still does not even say good-bye.
    await withDeadline(withinMs / 4, letGo(), 'letting go').catch(() => {})
    await postgres.stop({ withinMs: deadline - performance.now(), held: hold !== null })
  }
  const onLost = (error: Error) => {
    log.error(error.message)
    process.exit(1)
  }
  try {
    const held = holdDataDir({ dataDir, database, describe: { url: null }, onLost })
    hold = await unlessAborted(signal, held)
    const { url: databaseUrl, ownerUrl } = postgres
    await unlessAborted(signal, migrateAll({ ownerUrl, databaseUrl, log }, config))
    return {
      databaseUrl,
      description: `embedded Postgres, data in ${dataDir}`,
      describe: hold.describe,
      close,
    }
  } catch (error) {
    await close()
    throw isWrongPassword(error) ? new Error(otherPasswords(dataDir), { cause: error }) : error
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01'
}

const otherPasswords = (dataDir: string) =>
  `${dataDir}/postgres.json does not have the passwords of the database beside it: remove that file, then the next start sets new ones`
