import { serviceNames } from '@stepledger/services/service-names.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseWithRoles, databaseWithRoles } from './service-roles.ts'

/** Negative tests: the end-to-end tests run with these roles on the distributed engine and cover what they may do. */
describe('the database role of a service', () => {
  let database: DatabaseWithRoles
  const clients = new Map<string, pg.Client>()

  beforeAll(async () => {
    database = await databaseWithRoles()
    for (const service of serviceNames) {
      const client = new pg.Client({ connectionString: database.urlOf(service) })
      await client.connect()
      clients.set(service, client)
    }
  })
  afterAll(async () => {
    for (const client of clients.values()) await client.end()
    await database.stop()
  })

  /** The services whose roles are denied this statement. */
  async function refused(sql: string): Promise<string[]> {
    const found: string[] = []
    for (const [service, client] of clients) {
      await client.query('BEGIN')
      const error = await client.query(sql).then(
        () => null,
        (error: pg.DatabaseError) => error,
      )
      await client.query('ROLLBACK')
      if (error?.code === '42501') found.push(service)
      else if (error) throw error
    }
    return found
  }
  const allBut = (...services: string[]) => serviceNames.filter((name) => !services.includes(name))

  it.each([
    ['read mail addresses and passwords', 'SELECT email, password_hash FROM accounts.players', ['accounts']],
    ['change an account', "UPDATE accounts.players SET password_hash = ''", ['accounts']],
    ['change permissions', 'DELETE FROM accounts.permissions', ['accounts']],
    [
      'read the keys that seal plays and words',
      'SELECT FROM accounts.player_secrets',
      ['accounts', 'competitions', 'ingest', 'query'],
    ],
    ['read drafts', 'SELECT document FROM competitions.drafts', ['accounts', 'competitions']],
    ['change drafts', 'UPDATE competitions.drafts SET version = 2', ['competitions']],
    ['read codes of invitation links', 'SELECT code FROM competitions.invited', ['competitions']],
    ['read claims', 'SELECT fingerprint FROM ingest.claims', ['ingest']],
    ['delete claims', 'DELETE FROM ingest.claims WHERE player IS NULL', ['accounts']],
    ['change claims', 'UPDATE ingest.claims SET at = 0', ['ingest']],
    ['read who uploaded a pack', 'SELECT uploader FROM catalogue.uploads', ['accounts', 'catalogue']],
    ['change the owner of a pack', 'UPDATE catalogue.packs SET owner = NULL', ['accounts', 'catalogue']],
    ['read uploads', 'SELECT name FROM catalogue.uploads', ['catalogue']],
    [
      'write to the audit log',
      "INSERT INTO accounts.audit (at, by, what) VALUES (now(), 'operator', 'Rules published')",
      ['accounts', 'analysis', 'catalogue', 'ingest', 'projector'],
    ],
    [
      'read who opted out of the published data',
      'SELECT in_published_data FROM accounts.players',
      ['accounts', 'analysis', 'query'],
    ],
    ['change the published series', 'DELETE FROM analysis.series', ['analysis']],
    ['read since when rows may be published', 'SELECT rows_from FROM analysis.announcement', ['analysis']],
    ['read the audit log', 'SELECT what FROM accounts.audit', ['accounts']],
    [
      'record who acted',
      "WITH named AS (INSERT INTO accounts.operators (name, name_key) VALUES ('Kim', 'kim')) INSERT INTO accounts.operator_actions (at, what) VALUES (now(), 'Rules published')",
      ['accounts', 'analysis', 'catalogue', 'ingest', 'projector'],
    ],
    [
      'record what an operator did',
      "INSERT INTO accounts.operator_actions (at, what) VALUES (now(), 'Play withdrawn')",
      ['accounts', 'analysis', 'catalogue', 'ingest', 'projector'],
    ],
    [
      'complete the record of an action',
      "UPDATE accounts.operator_actions SET details = '{}', leased_until = '-infinity'",
      ['accounts', 'analysis', 'catalogue', 'projector'],
    ],
    [
      'find the position of a play',
      'SELECT player, partition, "offset" FROM ingest.claims',
      ['ingest', 'query'],
    ],
    ['read refused plays', 'SELECT key FROM ingest.refusals', ['accounts', 'ingest', 'projector', 'query']],
    ['rename an operator', "UPDATE accounts.operators SET name = 'Lou'", ['accounts']],
    ['allocate a play id', "SELECT nextval('ingest.play_ids')", ['ingest']],
    ['move a checkpoint', 'UPDATE projector.checkpoints SET next_offset = 0', ['projector']],
    ['change the live generation', 'DELETE FROM projector.live', ['projector']],
    ['request a preview of rules', "INSERT INTO projector.preview (rules) VALUES ('{}')", ['projector']],
    [
      'request another comparison',
      'UPDATE projector.preview SET asked_at = now(), report = NULL, compared_at = NULL',
      ['projector'],
    ],
    ['choose the generation of a preview', 'UPDATE projector.preview SET generation = 1', ['projector']],
    ['change the rules of a generation', "UPDATE projector.generations SET rules = '{}'", ['projector']],
    ['say which rules a generation has', 'UPDATE projector.generations SET rules_offset = 0', ['projector']],
    ['create a schema', 'CREATE SCHEMA g1', ['projector']],
  ])('is allowed only for some services to %s', async (_what, sql, services) => {
    expect(await refused(sql)).toEqual(allBut(...services))
  })

  it.each([
    ['truncate the audit log', 'TRUNCATE accounts.audit'],
    ['record a migration', "INSERT INTO public.stepledger_migrations (name, id) VALUES ('a', 'b')"],
    ['create a table in the public schema', 'CREATE TABLE public.mine ()'],
    ['create a role', 'CREATE ROLE another'],
    ['alter a table', 'ALTER TABLE accounts.players ADD COLUMN more text'],
    ['run a program', "COPY (SELECT 1) TO PROGRAM 'cat'"],
  ])('is never allowed to %s', async (_what, sql) => {
    expect(await refused(sql)).toEqual(serviceNames)
  })

  it('can read tables that the projector creates later, and not change them', async () => {
    const projector = clients.get('projector')
    await projector?.query('CREATE SCHEMA g7; CREATE TABLE g7.plays (id int)')
    expect(await refused('SELECT id FROM g7.plays')).toEqual([])
    expect(await refused('INSERT INTO g7.plays VALUES (1)')).toEqual(allBut('projector'))
    expect(await refused('DROP SCHEMA g7 CASCADE')).toEqual(allBut('projector'))
  })

  it('gets access to existing read models when the script runs again', async () => {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('CREATE SCHEMA g8; CREATE TABLE g8.plays (id int)')
    await owner.end()
    expect(await refused('SELECT id FROM g8.plays')).toEqual(serviceNames)
    await database.makeRoles()
    expect(await refused('SELECT id FROM g8.plays')).toEqual([])
    expect(await refused('DROP TABLE g8.plays')).toEqual(allBut('projector'))
  })

  it('gets a new password when the script runs again, and keeps its grants', async () => {
    await database.makeRoles(() => 'another1')
    const address = new URL(database.urlOf('ingest'))
    const connect = async () => {
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      const { rowCount } = await client.query('SELECT FROM ingest.claims')
      await client.end()
      return rowCount
    }
    await expect(connect()).rejects.toThrow('password authentication failed')
    address.password = 'another1'
    expect(await connect()).toBe(0)
  })
})
