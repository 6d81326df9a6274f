import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { type MigrationStep, migrate } from './migrate.ts'
import { databaseForTests } from './testing/database-for-tests.ts'

let db: Database

beforeEach(async () => {
  db = await databaseForTests(10)
})
afterEach(() => db.close())

const first: MigrationStep = {
  id: '1 players',
  sql: 'CREATE TABLE players (id int); INSERT INTO players VALUES (1)',
}
const second: MigrationStep = { id: '2 names', sql: 'ALTER TABLE players ADD name text' }

describe('migrations', () => {
  it('are idempotent', async () => {
    await migrate(db, 'accounts', [first, second])
    await migrate(db, 'accounts', [first, second])

    expect((await db.pool.query('SELECT * FROM players')).rows).toEqual([{ id: 1, name: null }])
    const { rows } = await db.pool.query('SELECT name, id FROM public.stepledger_migrations ORDER BY id')
    expect(rows).toEqual([
      { name: 'accounts', id: '1 players' },
      { name: 'accounts', id: '2 names' },
    ])
  })

  it('continue after those of the last release', async () => {
    await migrate(db, 'accounts', [first])
    await migrate(db, 'accounts', [first, second])

    expect((await db.pool.query('SELECT name FROM players')).rows).toEqual([{ name: null }])
  })

  it('run once if several processes start concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrate(db, 'accounts', [first, second])))

    expect((await db.pool.query('SELECT id FROM players')).rows).toEqual([{ id: 1 }])
  })

  it('are independent for each name', async () => {
    await migrate(db, 'accounts', [first])
    await migrate(db, 'ledger', [{ id: '1 players', sql: 'CREATE TABLE events (id int)' }])

    expect((await db.pool.query('SELECT * FROM events')).rows).toEqual([])
  })

  it('are rolled back on an error', async () => {
    const broken = { id: '2 broken', sql: 'CREATE TABLE half (id int); SELECT nonsense' }
    await expect(migrate(db, 'accounts', [first, broken])).rejects.toThrow('nonsense')

    await migrate(db, 'accounts', [first, second])
    await expect(db.pool.query('SELECT * FROM half')).rejects.toThrow('does not exist')
  })

  it('report a full disk instead of retrying forever', async () => {
    const full = `DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`

    await expect(migrate(db, 'accounts', [{ id: '1 players', sql: full }])).rejects.toThrow(
      'The disk of the database is full: No space left on device',
    )
  })

  it('reject tables of a newer release', async () => {
    await migrate(db, 'accounts', [first, second])

    await expect(migrate(db, 'accounts', [first])).rejects.toThrow('"2 names"')
    await expect(migrate(db, 'accounts', [second, first])).rejects.toThrow('newer release')
  })
})
