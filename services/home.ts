import type { Config } from './platform/config/config.ts'
import { holdDataDir } from './platform/data-dir/hold-data-dir.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import type { Log } from './platform/database/log.ts'

/** Where this process keeps what it keeps: a database, and, if that is the embedded one, the folder that it owns. */
export interface Home {
  readonly databaseUrl: string
  /** For people: what it runs on. */
  readonly description: string
  /** Says in DATA_DIR where this server is found. */
  describe(url: string): Promise<void>
  close(): Promise<void>
}

/** The database of the configuration, or the embedded one, started and owned by this process. Throws when another one owns DATA_DIR. */
export async function openHome({ databaseUrl, dataDir }: Config, log: Log): Promise<Home> {
  if (databaseUrl !== null) {
    return {
      databaseUrl,
      description: 'database as configured',
      describe: async () => {},
      close: async () => {},
    }
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const database = openDatabase({ url: postgres.url, maxConnections: 1 })
  const hold = await holdDataDir({
    dataDir,
    database,
    describe: { url: null },
    onLost: (error) => {
      log.error(error.message)
      process.exit(1)
    },
  })
  return {
    databaseUrl: postgres.url,
    description: `embedded Postgres, data in ${dataDir}`,
    describe: (url) => hold.describe(url),
    async close() {
      await hold.release()
      await database.close()
      await postgres.stop()
    },
  }
}
