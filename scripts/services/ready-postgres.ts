import { randomBytes, randomUUID } from 'node:crypto'
import { migrateTables } from '@stepledger/services/migrate-all.ts'
import { openDatabase } from '@stepledger/services/platform/database/database.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { ensureLiveGeneration } from '@stepledger/services/projector/generations/ensure-live-generation.ts'
import pg from 'pg'
import { postgresForTests, type TestService } from '../services.ts'

/**
 * A database with the tables of every service, an initialised ledger in Postgres and its first generation: a copy of the
 * template that the first caller of a test run makes. Outside of vitest it is empty, as that of postgresForTests.
 */
export async function readyPostgres(): Promise<TestService> {
  const { TEST_DATABASE_URL: server, TEST_READY_DATABASE: template } = process.env
  if (!server || !template) return postgresForTests()
  made ??= makeOnce(server, template)
  await made
  return postgresForTests(template)
}

let made: Promise<void> | null = null

async function makeOnce(server: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // Workers of a run wait for the first one.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 1) return
    const draft = `${template}_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${draft} template template0`)
    const url = new URL(server)
    url.pathname = `/${draft}`
    await fill(url.href)
    await client.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await client.end()
  }
}

async function fill(url: string): Promise<void> {
  const database = openDatabase({ url, maxConnections: 2 })
  try {
    await migrateTables(database)
    const ledger = await postgresLedger({ database })
    const eventIds = [randomUUID(), randomUUID()] as const
    const at = Date.UTC(2026, 0, 1)
    await ensureLiveGeneration(
      database,
      await initialiseLedger(ledger, { ledgerId: randomUUID(), at, eventIds, database }),
    )
    await ledger.close()
  } finally {
    await database.close()
  }
}
