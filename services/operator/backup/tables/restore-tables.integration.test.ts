import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../../scripts/services.ts'
import { accountsSteps } from '../../../accounts/migrations.ts'
import { migrateTables, migrations } from '../../../migrate-all.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { applySteps } from '../../../platform/database/migrate.ts'
import { fileStore } from '../files/file-store.ts'
import type { CopiedTables } from '../manifest.ts'
import { copyTables } from './copy-tables.ts'
import { daysSince, refuseNewerBackup, restoreTables, tablesOf } from './restore-tables.ts'

describe('tables of other releases', () => {
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
  async function emptyDatabase(): Promise<Database> {
    const postgres = await postgresForTests()
    const database = openDatabase({ url: postgres.url, maxConnections: 2 })
    services.push(postgres)
    databases.push(database)
    return database
  }
  const output = { progress: () => {}, signal: new AbortController().signal }
  const files = () => fileStore(folder, null)
  const copied = (database: Database) =>
    database.transaction((tx) => copyTables(tx, files(), output), {
      isolation: 'repeatable read',
    })
  const restored = (database: Database, tables: CopiedTables, ageMs = 0) =>
    database.transaction((tx) =>
      restoreTables(tx, tablesOf(tables, files()), {
        skippedDays: daysSince(ageMs),
        doing: 'Restoring',
        output,
      }),
    )

  it('of an older one are restored and migrated, with their data', async () => {
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
    const tables = await copied(older)

    // When they are restored where a server has already created its tables
    const newer = await emptyDatabase()
    await migrateTables(newer)
    await restored(newer, tables)

    // Then the data is there, migrated, and nothing is left to migrate
    const endings = await newer.pool.query('select ending from accounts.alias_endings')
    expect(endings.rows).toEqual([{ ending: 'nn' }])
    const keys = await newer.pool.query('select search_key from accounts.players')
    expect(keys.rows).toEqual([{ search_key: 'ann' }])
    const select = 'select id, at, what from accounts.audit'
    expect((await newer.pool.query(select)).rows).toEqual((await older.pool.query(select)).rows)
    const secrets = 'select name, value from accounts.secrets'
    expect((await newer.pool.query(secrets)).rows).toEqual((await older.pool.query(secrets)).rows)
    await migrateTables(newer)
    expect((await copied(newer)).migrations).toMatchObject({ accounts: accountsSteps.map(({ id }) => id) })
  })

  it('continue their sequences above the ids that were issued after the backup', async () => {
    const database = await emptyDatabase()
    await migrateTables(database)
    await database.pool.query("select setval('ingest.play_ids', 500)")
    const tables = await copied(database)
    const other = await emptyDatabase()
    const days = 24 * 3600 * 1000
    await restored(other, tables, 2.5 * days)
    const { rows } = await other.pool.query(
      "select nextval('ingest.play_ids') as play, nextval('catalogue.packs_id_seq') as pack",
    )
    expect(rows).toEqual([{ play: 300_501, pack: 3_001 }])
  })

  it('of a newer one are refused with the name of the step', async () => {
    const database = await emptyDatabase()
    await migrateTables(database)
    const tables = await copied(database)
    const newer = {
      ...tables,
      migrations: {
        ...tables.migrations,
        ingest: [...(tables.migrations.ingest ?? []), 'a step to come'],
      },
    }
    expect(() => refuseNewerBackup(tables)).not.toThrow()
    expect(() => refuseNewerBackup(newer)).toThrow(
      'The backup is of a newer release: its tables of ingest have had the step "a step to come".',
    )
  })
})
