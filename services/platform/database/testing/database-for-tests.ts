import { postgresForTests } from '../../../../scripts/services.ts'
import { type Database, openDatabase } from '../database.ts'

/** An empty database, which `close` also drops. */
export async function databaseForTests(maxConnections = 4): Promise<Database> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections })
  return {
    ...database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}
