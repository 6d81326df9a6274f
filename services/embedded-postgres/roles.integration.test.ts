import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'
import { runStatements } from './cluster.ts'
import { readConnection } from './data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster } from './postmaster.ts'
import { asNamedUser, runAs } from './run-as.ts'
import { kill, log, query, startInOtherProcess } from './support.fixture.ts'

let used: string
let parent: string
let dataDir: string
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'stepledger-roles-'))
  const first = await startEmbeddedPostgres({ dataDir: used, log })
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
})
afterAll(() => rm(used, { recursive: true, force: true }))

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stepledger-roles-'))
  dataDir = join(parent, 'data')
  execFileSync('cp', ['-a', used, dataDir])
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  running.push(server)
  return server
}
const file = () => join(dataDir, 'postgres.json')
const runs = async () => (await findPostmaster(join(dataDir, 'postgres'))) !== null

describe('the roles of the embedded Postgres', () => {
  it('are no superusers: they cannot access files, create roles or change settings', async () => {
    const { url, ownerUrl } = await start()
    for (const as of [url, ownerUrl]) {
      for (const sql of [
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY (SELECT 1) TO '/tmp/written'",
        "SELECT pg_read_file('postgresql.conf')",
        'CREATE ROLE another',
        'ALTER ROLE stepledger_app SUPERUSER',
        'SELECT rolpassword FROM pg_authid',
        "ALTER SYSTEM SET fsync = 'off'",
        'CREATE DATABASE another',
      ])
        await expect(query(as, sql), sql).rejects.toThrow(/permission denied|must be superuser/)
      expect(await query(as, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
        { rolsuper: false },
      ])
    }
  })

  it('are the only ones that can connect: the superuser has no password', async () => {
    const { url } = await start()
    for (const password of ['', 'stepledger', new URL(url).password]) {
      const superuser = Object.assign(new URL(url), { username: 'stepledger', password })
      await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow(/password/)
    }
    expect(
      await query(
        url,
        "SELECT rolname FROM pg_roles WHERE rolsuper OR rolcanlogin AND rolname !~ '^stepledger_'",
      ),
    ).toEqual([{ rolname: 'stepledger' }])
  })

  it('are separate: the application cannot change tables of the owner', async () => {
    const { url, ownerUrl } = await start()
    await expect(query(url, 'SELECT n FROM kept')).rejects.toThrow('permission denied')
    await expect(query(url, 'DROP TABLE kept')).rejects.toThrow('must be owner')
    expect(await query(ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })
})

describe('postgres.json', () => {
  it.each([
    ['lost', () => rm(file())],
    ['cut off', () => truncate(file(), 20)],
    ['empty', () => truncate(file(), 0)],
    ['without a password', () => writeFile(file(), '{ "port": 25000, "passwords": { "owner": "" } }')],
  ])('%s: the next start sets new passwords and keeps all data', async (_how, damage) => {
    const before = await readConnection(dataDir)
    await damage()

    const { ownerUrl } = await start()
    expect(await query(ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    expect(before?.passwords.owner).not.toBe(new URL(ownerUrl).password)
    const old = Object.assign(new URL(ownerUrl), { password: before?.passwords.owner })
    await expect(query(old.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(await readdir(dataDir)).not.toContain(`postgres.json.${process.pid}`)
  })

  it('lost without binaries of Postgres: the start fails without writing or running anything', async () => {
    await rm(file())
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n')

    await expect(start()).rejects.toThrow('was made by Postgres 12')
    expect(await readdir(dataDir)).not.toContain('postgres.json')
    expect(await runs()).toBe(false)
  })

  it('lost while another process uses the folder: the start fails, and Postgres continues', async () => {
    const { child, ownerUrl } = await startInOtherProcess(dataDir)
    await rm(file())

    await expect(start()).rejects.toThrow(new RegExp(`is in use by .*process ${child.pid}`))
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.json'))).toEqual([])
    expect(await query(ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await kill(child)
    await start()
  })

  it('lost with two concurrent starts: one set of passwords is created', async () => {
    await rm(file())
    const [own, other] = await Promise.allSettled([start(), startInOtherProcess(dataDir)])
    if (other.status === 'fulfilled') await kill(other.value.child)

    const { ownerUrl } = own.status === 'fulfilled' ? own.value : await start()
    if (other.status === 'fulfilled') expect(ownerUrl).toBe(other.value.ownerUrl)
    expect(await query(ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })
})

describe('a cluster of an older release, whose superuser was the application', () => {
  it('keeps its data, gives its tables to the owner role, and no longer accepts the old password', async () => {
    await asSuperuser([
      "ALTER ROLE stepledger PASSWORD 'old-password-of-a-superuser'",
      `CREATE SCHEMA ledger; CREATE TABLE ledger.events (id int PRIMARY KEY, at serial);
       CREATE VIEW ledger.some AS SELECT FROM ledger.events`,
      "CREATE FUNCTION ledger.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; INSERT INTO ledger.events VALUES (5)",
      'CREATE SCHEMA g1; CREATE TABLE g1.plays (id bigint)',
      'DROP OWNED BY stepledger_owner, stepledger_app; ALTER DATABASE postgres OWNER TO stepledger',
      'DROP ROLE stepledger_owner, stepledger_app',
    ])
    await writeFile(file(), '{"port":25000,"password":"old-password-of-a-superuser"}\n')

    const { url, ownerUrl } = await start()
    await query(
      ownerUrl,
      'ALTER TABLE ledger.events ADD more int; DROP FUNCTION ledger.f; DROP VIEW ledger.some',
    )
    await query(ownerUrl, 'ALTER TABLE g1.plays ADD more int')
    expect(await query(ownerUrl, 'SELECT id, at FROM ledger.events')).toEqual([{ id: 5, at: 1 }])
    const old = Object.assign(new URL(url), {
      username: 'stepledger',
      password: 'old-password-of-a-superuser',
    })
    await expect(query(old.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })

  async function asSuperuser(statements: string[]) {
    const folder = join(dataDir, 'postgres')
    const user = await runAs(folder)
    const binaries = await findBinaries(user, { linksDir: join(dataDir, 'links') })
    const { signal } = new AbortController()
    await asNamedUser(folder, user, (named) =>
      runStatements(statements, { folder, binaries, user: named, signal }),
    )
  }
})
