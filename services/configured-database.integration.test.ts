import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConfiguredDatabase, openConfiguredDatabase } from './configured-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { log, query } from './embedded-postgres/support.fixture.ts'
import { readConfig } from './platform/config/config.ts'

describe('the embedded database of a server', () => {
  let used: string
  let dataDir: string
  let opened: ConfiguredDatabase | null = null

  beforeAll(async () => {
    used = await mkdtemp(join(tmpdir(), 'stepledger-home-'))
    await openConfiguredDatabase(readConfig({ DATA_DIR: used }), log).then((first) => first.close())
  })
  afterAll(() => rm(used, { recursive: true, force: true }))
  beforeEach(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'stepledger-home-'))
    dataDir = join(parent, 'data')
    execFileSync('cp', ['-a', used, dataDir])
  })
  afterEach(async () => {
    await opened?.close()
    opened = null
    await rm(join(dataDir, '..'), { recursive: true, force: true })
  })
  const open = async (signal?: AbortSignal) => {
    opened = await openConfiguredDatabase(readConfig({ DATA_DIR: dataDir }), log, signal)
    return opened
  }
  const runsPostgres = async () => (await findPostmaster(join(dataDir, 'postgres'))) !== null

  it('allows the application role to append to the ledger, but not to change or delete anything in it', async () => {
    const { databaseUrl } = await open()
    const append = `SELECT * FROM ledger.append('rules', '\\x0102', '{0}', '{0}', '{k}', '{1}', '{2}')`
    expect(await query(databaseUrl, append)).toEqual([{ partition: 0, first: '0' }])

    for (const sql of [
      "UPDATE ledger.events SET key = 'other'",
      'DELETE FROM ledger.events',
      'TRUNCATE ledger.events',
      'ALTER TABLE ledger.events DISABLE TRIGGER append_only',
      'DROP TABLE ledger.events',
      'DROP SCHEMA ledger CASCADE',
      'DELETE FROM ledger.partitions',
      'CREATE TABLE ledger.more ()',
      'ALTER TABLE accounts.players ADD more int',
      'DROP TABLE ingest.claims',
      "INSERT INTO public.stepledger_migrations VALUES ('ledger', 'another')",
      'SET ROLE stepledger_owner',
    ])
      await expect(query(databaseUrl, sql), sql).rejects.toThrow(/permission denied|must be owner/)
    expect(await query(databaseUrl, 'SELECT key FROM ledger.events')).toEqual([{ key: 'k' }])
  })

  it('allows the application role to create and drop read models', async () => {
    const { databaseUrl } = await open()
    await query(databaseUrl, 'CREATE SCHEMA g1; CREATE TABLE g1.plays (id int); DROP SCHEMA g1 CASCADE')
  })

  it('transfers the read models that an older release created as another role', async () => {
    await (await open()).close()
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    await query(
      postgres.ownerUrl,
      `CREATE SCHEMA g1; CREATE TABLE g1.plays (id bigserial PRIMARY KEY); INSERT INTO g1.plays VALUES (7);
       CREATE FUNCTION g1.changed(int, text) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    )
    await postgres.stop()

    const { databaseUrl } = await open()
    expect(await query(databaseUrl, 'SELECT id FROM g1.plays')).toEqual([{ id: '7' }])
    await query(
      databaseUrl,
      'TRUNCATE g1.plays; CREATE INDEX ON g1.plays (id); DROP FUNCTION g1.changed(int, text)',
    )
    await query(databaseUrl, 'DROP SCHEMA g1 CASCADE')
  })

  it('fails with a message when the passwords do not match, and leaves nothing running', async () => {
    const passwords = { owner: 'x'.repeat(32), application: 'y'.repeat(32) }
    await writeFile(join(dataDir, 'postgres.json'), JSON.stringify({ port: 25_111, passwords, roles: 2 }))
    const before = await readdir(dataDir)

    await expect(open()).rejects.toThrow(
      `the passwords in ${dataDir}/postgres.json do not match the database`,
    )
    expect(await runsPostgres()).toBe(false)
    expect((await readdir(dataDir)).filter((name) => name !== 'postgres.log')).toEqual(
      before.filter((name) => name !== 'postgres.log'),
    )
    await rm(join(dataDir, 'postgres.json'))
    await open()
  })

  it('leaves nothing running when it is aborted while opening', async () => {
    await expect(open(AbortSignal.timeout(30))).rejects.toThrow('timeout')
    expect(await runsPostgres()).toBe(false)
    expect(await readdir(dataDir)).not.toContain('server.json')
    await open()
  })
})
