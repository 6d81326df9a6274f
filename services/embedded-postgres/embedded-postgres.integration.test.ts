import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { settingArgs } from './postmaster.ts'
import { dataFolder, runAs } from './run-as.ts'
import { endOf, kill, log, pidOf, query, startInOtherProcess } from './support.fixture.ts'

let parent: string
let dataDir: string
let used: string
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'stepledger-embedded-'))
  await startEmbeddedPostgres({ dataDir: used, log }).then((server) => server.stop())
})
afterAll(() => rm(used, { recursive: true, force: true }))

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stepledger-embedded-'))
  dataDir = join(parent, 'data')
})
/** A DATA_DIR after its first start. */
const givenUsedFolder = () => execFileSync('cp', ['-a', used, dataDir])
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  running.push(server)
  return server
}

const postmasterPid = () => pidOf(dataDir)

describe('the embedded Postgres', () => {
  it('creates its folder on the first start and keeps its data on the second', async () => {
    const first = await start()
    // Outside the ephemeral range, so that no outgoing connection takes its port while it is stopped.
    expect(Number(new URL(first.url).port)).toBeLessThan(32_768)
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
    const pid = await postmasterPid()
    await first.stop()
    await endOf(pid)

    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('listens on its Unix socket and 127.0.0.1 only, requires a password, and stores it readable by the owner only', async () => {
    givenUsedFolder()
    const { ownerUrl } = await start()

    expect(await query(ownerUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toMatch(/^\.\n127\.0\.0\.1\n/m)
    for (const overTcp of [false, true]) {
      const guessed = new URL(ownerUrl)
      if (overTcp) guessed.searchParams.delete('host')
      const client = `SELECT inet_client_addr() IS NOT NULL AS "overTcp"`
      expect(await query(guessed.href, client)).toEqual([{ overTcp }])
      guessed.password = 'postgres'
      await expect(query(guessed.href, client)).rejects.toThrow('password authentication failed')
    }
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  it('is reached by TCP if the path of its socket would be too long', async () => {
    dataDir = join(parent, 'long'.repeat(24))
    givenUsedFolder()
    const { url } = await start()
    expect(await query(url, 'SELECT inet_client_addr() IS NOT NULL AS "overTcp"')).toEqual([
      { overTcp: true },
    ])
  })

  it('is durable and sorts by code point', async () => {
    givenUsedFolder()
    const { ownerUrl } = await start()

    expect(await query(ownerUrl, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(ownerUrl, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    expect(await query(ownerUrl, 'SHOW wal_init_zero')).toEqual([{ wal_init_zero: 'off' }])
    expect(await query(ownerUrl, `SELECT x FROM unnest(ARRAY['b', 'é', 'Z']) x ORDER BY x`)).toEqual([
      { x: 'Z' },
      { x: 'b' },
      { x: 'é' },
    ])
  })

  it('ends by itself after its server was killed, without a need of recovery', async () => {
    givenUsedFolder()
    const { child, ownerUrl } = await startInOtherProcess(dataDir)
    await query(ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
    const pid = await postmasterPid()
    await kill(child)
    await endOf(pid)

    const server = await start()
    expect(await query(server.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('not properly shut down')
  })

  it('is started right after its server was killed, in the middle of writes', async () => {
    givenUsedFolder()
    const { child, ownerUrl } = await startInOtherProcess(dataDir)
    await query(ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n; CREATE TABLE filled (n int)')
    const fill = 'INSERT INTO filled SELECT generate_series(1, 100000000)'
    const filling = query(ownerUrl, fill).catch((error: Error) => error.message)
    const isFilling =
      "SELECT FROM pg_stat_activity WHERE query LIKE 'INSERT INTO filled%' AND state = 'active'"
    await vi.waitUntil(async () => (await query(ownerUrl, isFilling)).length > 0, { timeout: 60_000 })
    const pid = await postmasterPid()
    await kill(child)

    const server = await start()
    expect(await filling).toMatch(/terminat/)
    expect(await postmasterPid()).not.toBe(pid)
    expect(server.ownerUrl).toBe(ownerUrl)
    expect(await query(server.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    expect(await query(server.ownerUrl, 'SELECT FROM filled LIMIT 1')).toEqual([])
  })

  it('that takes too long to stop does not keep its server from its regular end', async () => {
    givenUsedFolder()
    const { child } = await startInOtherProcess(dataDir, {}, 'await server.stop({ withinMs: 0 })')
    const pid = await postmasterPid().catch(() => null)
    if (child.exitCode === null) await once(child, 'exit')

    expect(child.exitCode).toBe(0)
    if (pid) await endOf(pid)
  })

  it('recovers after everything was killed', async () => {
    givenUsedFolder()
    const { child, ownerUrl } = await startInOtherProcess(dataDir)
    await query(ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
    process.kill(await postmasterPid(), 'SIGKILL')
    await kill(child)

    const server = await start()
    expect(await query(server.ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('is restarted at the same address if it is killed', async () => {
    givenUsedFolder()
    const server = await start()
    await query(server.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
    const pid = await postmasterPid()
    process.kill(pid, 'SIGKILL')
    await endOf(pid)

    const kept = await vi.waitUntil(() => query(server.ownerUrl, 'SELECT n FROM kept').catch(() => null), {
      timeout: 30_000,
    })
    expect(kept).toEqual([{ n: 7 }])
  })

  it('does not mistake another process with the id in postmaster.pid for Postgres', async () => {
    givenUsedFolder()
    const first = await start()
    const pid = await postmasterPid()
    const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
    await first.stop()
    await writeFile(
      join(dataDir, 'postgres/postmaster.pid'),
      pidFile.replace(String(pid), String(process.pid)),
    )

    const second = await start()
    expect(await query(second.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('is not started beside one of another container, whose pids mean nothing here', async () => {
    givenUsedFolder()
    const server = await start()
    const file = join(dataDir, 'postgres/postmaster.pid')
    const pidFile = await readFile(file, 'utf8')
    await writeFile(file, pidFile.replace(/^\d+/, '4194305'))

    await expect(start()).rejects.toThrow('in use by a Postgres that is no process of this machine')
    await writeFile(file, pidFile)
    expect(await query(server.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('uses another port if its own is in use', async () => {
    givenUsedFolder()
    const first = await start()
    await first.stop()
    const stranger = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    await once(stranger, 'listening')

    const second = await start()
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
    expect(await query(second.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    stranger.close()
  })

  it('is created once by two concurrent first starts, one of which is refused', async () => {
    const [own, other] = await Promise.allSettled([start(), startInOtherProcess(dataDir)])
    const inUse = {
      status: 'rejected',
      reason: { message: expect.stringMatching(/in use by|ended at once/) },
    }
    expect([own, other].filter(({ status }) => status === 'rejected')).toMatchObject([inUse])
    if (other.status === 'fulfilled') await kill(other.value.child)

    const server = own.status === 'fulfilled' ? own.value : await start()
    expect(await query(server.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('of an older release, which did not end with its server, is stopped by the next start', async () => {
    givenUsedFolder()
    const first = await start()
    await first.stop()
    const folder = join(dataDir, 'postgres')
    const user = await runAs(folder)
    const { postgres, env } = await findBinaries(user, { linksDir: parent })
    const { port } = new URL(first.url)
    const place = ['-D', dataFolder(folder, user), '-c', `stepledger.folder=${folder}`, '-p', port]
    const [program = '', ...args] = [...user.prefix, postgres, ...place, ...settingArgs]
    const options = { ...user.spawnOptions, env: { ...process.env, ...env }, cwd: folder } as const
    const old = spawn(program, args, { ...options, stdio: 'ignore' })
    await vi.waitUntil(() => query(first.ownerUrl, 'SELECT 1').catch(() => null), { timeout: 30_000 })

    const second = await start()
    expect(await query(second.ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(old.exitCode).toBe(0)
  })

  it('reports the version of a folder that another major version created', async () => {
    givenUsedFolder()
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n')

    await expect(start()).rejects.toThrow('was made by Postgres 12')
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  })
})
