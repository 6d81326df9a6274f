import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../../scripts/services.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { refuseSessions } from './refuse-used-database.ts'

let postgres: TestService
let database: Database
let other: pg.Client

beforeEach(async () => {
  postgres = await postgresForTests()
  database = openDatabase({ url: postgres.url, maxConnections: 1 })
  other = new pg.Client({ connectionString: postgres.url })
  await other.connect()
})
afterEach(async () => {
  await other.end().catch(() => {})
  await database.close()
  await postgres.stop()
})

it('a database with another connection is refused', async () => {
  await expect(database.transaction((tx) => refuseSessions(tx, 'The database'))).rejects.toThrow(
    'The database has 1 other connection: stop all servers first',
  )
})

it('a connection that ends meanwhile is waited for', async () => {
  await database.transaction(async (tx) => {
    const checked = refuseSessions(tx, 'The database')
    // Both queries of the first check precede these.
    for (let query = 0; query < 2; query++) await tx.query('select')
    await other.end()
    await checked
  })
})
