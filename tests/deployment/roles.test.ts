import { serviceNames } from '@stepledger/services/chosen-services.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseWithRoles, databaseWithRoles } from './service-roles.ts'

/**
 * What each role may is shown by the end-to-end suite, whose distributed engine runs with them; here is what none of
 * them may.
 */
describe('the role of a service in the database', () => {
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

  /** The services whose roles are refused this. */
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
    [
      'mail addresses and passwords are read',
      'SELECT email, password_hash FROM accounts.players',
      ['accounts'],
    ],
    ['an account is changed', "UPDATE accounts.players SET password_hash = ''", ['accounts']],
    ['a permission is given', 'DELETE FROM accounts.permissions', ['accounts']],
    ['the keys that seal plays are read', 'SELECT FROM accounts.player_secrets', ['accounts', 'ingest']],
    ['claims are read', 'SELECT fingerprint FROM ingest.claims', ['ingest']],
    ['claims are forgotten', 'DELETE FROM ingest.claims WHERE player IS NULL', ['accounts']],
    ['claims are changed', 'UPDATE ingest.claims SET at = 0', ['ingest']],
    ['who uploaded a pack is read', 'SELECT uploader FROM catalogue.uploads', ['accounts', 'catalogue']],
    ['a pack is passed on', 'UPDATE catalogue.packs SET owner = NULL', ['accounts', 'catalogue']],
    ['what was uploaded is read', 'SELECT name FROM catalogue.uploads', ['catalogue']],
    [
      'what operators do is written down',
      "INSERT INTO accounts.audit (at, by, what) VALUES (now(), 'operator', 'Rules published')",
      ['accounts', 'analysis', 'catalogue', 'projector'],
    ],
    [
      'who has left the published data is read',
      'SELECT in_published_data FROM accounts.players',
      ['accounts', 'analysis', 'query'],
    ],
    ['what is published is changed', 'DELETE FROM analysis.series', ['analysis']],
    ['the key of the noise is read', 'SELECT key FROM analysis.noise', ['analysis', 'query']],
    ['what was done to accounts is read', 'SELECT what FROM accounts.audit', ['accounts']],
    ['a play id is given out', "SELECT nextval('ingest.play_ids')", ['ingest']],
    ['a checkpoint is moved', 'UPDATE projector.checkpoints SET next_offset = 0', ['projector']],
    ['another generation is made live', 'DELETE FROM projector.live', ['projector']],
    ['a schema is made', 'CREATE SCHEMA g1', ['projector']],
  ])('where %s is one of few', async (_what, sql, services) => {
    expect(await refused(sql)).toEqual(allBut(...services))
  })

  it.each([
    ['what was done is unsaid', 'TRUNCATE accounts.audit'],
    ['migrations are made up', "INSERT INTO public.stepledger_migrations (name, id) VALUES ('a', 'b')"],
    ['a table is made beside all others', 'CREATE TABLE public.mine ()'],
    ['a role is made', 'CREATE ROLE another'],
    ['a table of record is changed', 'ALTER TABLE accounts.players ADD COLUMN more text'],
    ['a program is run', "COPY (SELECT 1) TO PROGRAM 'cat'"],
  ])('is refused where %s', async (_what, sql) => {
    expect(await refused(sql)).toEqual(serviceNames)
  })

  it('reads what the projector makes later, and changes none of it', async () => {
    const projector = clients.get('projector')
    await projector?.query('CREATE SCHEMA g7; CREATE TABLE g7.plays (id int)')
    expect(await refused('SELECT id FROM g7.plays')).toEqual([])
    expect(await refused('INSERT INTO g7.plays VALUES (1)')).toEqual(allBut('projector'))
    expect(await refused('DROP SCHEMA g7 CASCADE')).toEqual(allBut('projector'))
  })

  it('has what the owner made of read models once the script was run again', async () => {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('CREATE SCHEMA g8; CREATE TABLE g8.plays (id int)')
    await owner.end()
    expect(await refused('SELECT id FROM g8.plays')).toEqual(serviceNames)
    await database.makeRoles()
    expect(await refused('SELECT id FROM g8.plays')).toEqual([])
    expect(await refused('DROP TABLE g8.plays')).toEqual(allBut('projector'))
  })

  it('gets a new password when the script is run again, and keeps its rights', async () => {
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
