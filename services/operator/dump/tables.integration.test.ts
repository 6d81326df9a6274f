import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { accountsSteps } from '../../accounts/migrations.ts'
import { migrateTables, migrations } from '../../migrate-all.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { applySteps } from '../../platform/database/migrate.ts'
import type { Snapshot } from './dump-folder.ts'
import { refuseSessions } from './load.ts'
import { dumpTables, loadTables, refuseNewerDump } from './tables.ts'

let folder: string
let services: TestService[]
let databases: Database[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-tables-'))
  services = []
  databases = []
})
afterEach(async () => {
  for (const database of databases) await database.close()
  for (const service of services) await service.stop()
  await rm(folder, { recursive: true, force: true })
})
async function emptyDatabase(): Promise<Database & { readonly url: string }> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 2 })
  services.push(postgres)
  databases.push(database)
  return { ...database, url: postgres.url }
}

describe('tables of other releases', () => {
  const output = { progress: () => {}, signal: new AbortController().signal }
  async function dumped(database: Database): Promise<Snapshot> {
    const name = 'snapshot-20261231T030000000Z'
    const tables = await database.transaction((tx) => dumpTables(tx, folder, { folder: name }, output))
    return { folder: name, at: 0, ...tables, files: { bytes: 0, sha256: '', count: 0 } }
  }
  const load = (database: Database, snapshot: Snapshot, skippedDays = 0) =>
    database.transaction((tx) =>
      loadTables(tx, folder, snapshot, { skippedDays, keepsPositions: true, output }),
    )

  it('of an older one are loaded and migrated, with their data', async () => {
    // Given tables from before the index of endings of aliases, and a player
    const older = await emptyDatabase()
    await older.transaction(async (tx) => {
      for (const [name, steps] of Object.entries(migrations))
        await applySteps(tx, name, name === 'accounts' ? steps.slice(0, 12) : steps)
    })
    await older.pool.query(`
      insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
      values (gen_random_uuid(), 'Änn', 'änn', 'a', 'a', '', decode(repeat('00', 32), 'hex'), now(), now());
      insert into accounts.audit (at, by, what) values (now(), 'operator', E'a\\\\b\\tc\\nd')`)
    const snapshot = await dumped(older)

    // When they are loaded where a server has already created its tables
    const newer = await emptyDatabase()
    await migrateTables(newer)
    await load(newer, snapshot)

    // Then the data is there, migrated, and nothing is left to migrate
    const endings = await newer.pool.query('select ending from accounts.alias_endings')
    expect(endings.rows).toEqual([{ ending: 'nn' }])
    const keys = await newer.pool.query('select search_key from accounts.players')
    expect(keys.rows).toEqual([{ search_key: 'ann' }])
    const select = 'select id, at, what from accounts.audit'
    expect((await newer.pool.query(select)).rows).toEqual((await older.pool.query(select)).rows)
    const secrets = "select name, value from accounts.secrets where name = 'devices'"
    expect((await newer.pool.query(secrets)).rows).toEqual((await older.pool.query(secrets)).rows)
    await migrateTables(newer)
    expect((await dumped(newer)).migrations).toMatchObject({ accounts: accountsSteps.map(({ id }) => id) })
  })

  it('continue their sequences above the ids that were issued after the dump', async () => {
    const database = await emptyDatabase()
    await migrateTables(database)
    await database.pool.query("select setval('ingest.play_ids', 500)")
    const other = await emptyDatabase()
    await load(other, await dumped(database), 3)
    const { rows } = await other.pool.query(
      "select nextval('ingest.play_ids') as play, nextval('catalogue.packs_id_seq') as pack",
    )
    expect(rows).toEqual([{ play: 300_501, pack: 3_001 }])
  })

  it('of a newer one are refused with the name of the step', async () => {
    const database = await emptyDatabase()
    await migrateTables(database)
    const { migrations: applied } = await dumped(database)
    const ingest = [...(applied.ingest ?? []), 'a step to come']
    expect(() => refuseNewerDump({ migrations: applied })).not.toThrow()
    expect(() => refuseNewerDump({ migrations: { ...applied, ingest } })).toThrow(
      'The dump is of a newer release: its tables of ingest have had the step "a step to come".',
    )
  })
})

describe('a database with another connection', () => {
  async function connected() {
    const database = await emptyDatabase()
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    return { database, other }
  }

  it('is refused', async () => {
    const { database, other } = await connected()
    await expect(database.transaction((tx) => refuseSessions(tx, 'The database'))).rejects.toThrow(
      'The database has 1 other connection: stop all servers first',
    )
    await other.end()
  })

  it('that ends meanwhile is waited for', async () => {
    const { database, other } = await connected()
    await database.transaction(async (tx) => {
      const checked = refuseSessions(tx, 'The database')
      // Both queries of the first check precede these.
      for (let query = 0; query < 2; query++) await tx.query('select')
      await other.end()
      await checked
    })
  })
})
