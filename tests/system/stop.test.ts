import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPictureUpload } from '@stepledger/contracts/http/profile.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { findPostmaster } from '@stepledger/services/embedded-postgres/postmaster.ts'
import { advisoryLocks } from '@stepledger/services/platform/database/advisory-locks.ts'
import { openDatabase } from '@stepledger/services/platform/database/database.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { type CuttableProxy, proxyTo } from '@stepledger/services/platform/ledger/testing/proxy.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { portOf } from '../../scripts/services/own-port.ts'
import { postgresForTests, type TestService } from '../../scripts/services.ts'
import { progressiveJpeg } from '../generators/progressive-jpeg.ts'
import { itLong, withLong } from '../length.ts'
import { call, newPlayer, type Player } from './client.ts'
import { isAlive, standStill } from './processes.ts'
import { copyDatabase, type StartingServer, spawnServer } from './server.ts'

const soon = { timeout: 60_000, interval: 5 }

/** SIGTERM ends a server with 0 within 5 s, whatever it does and whatever happened to its database. */
describe('SIGTERM', () => {
  let dataDir: string
  const servers: StartingServer[] = []
  const closing: (() => Promise<unknown>)[] = []

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-stop-'))
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.killNode()
    const left = await findPostmaster(join(dataDir, 'postgres'))
    if (left !== null) process.kill(left.pid, 'SIGKILL')
    for (const close of closing.splice(0).reverse()) await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  function spawned(env: Record<string, string> = {}): StartingServer {
    const server = spawnServer(dataDir, env)
    servers.push(server)
    return server
  }
  async function running(env: Record<string, string> = {}) {
    if (!env.DATABASE_URL) await copyDatabase(dataDir)
    const server = spawned(env)
    return { ...server, url: await server.url }
  }
  async function endsInTime(server: Pick<StartingServer, 'stop' | 'output'>) {
    const delay = monitorEventLoopDelay()
    delay.enable()
    const { code, took } = await server.stop()
    delay.disable()
    expect([code, server.output()]).toEqual([0, expect.any(String)])
    // Subtracts the time for which the machine delayed this process.
    expect(took - delay.max / 1e6).toBeLessThan(5_000)
  }
  const postmaster = async () => {
    const found = await findPostmaster(join(dataDir, 'postgres'))
    if (found === null) throw new Error('no Postgres runs')
    return found.pid
  }
  const runsPostgres = async () => (await findPostmaster(join(dataDir, 'postgres'))) !== null

  describe('with the embedded Postgres', () => {
    itLong('while the cluster is created: nothing remains, and the next start creates it', async () => {
      const server = spawned()
      const drafts = async () => (await readdir(dataDir)).filter((name) => /^postgres\.new-\d+$/.test(name))
      await vi.waitUntil(async () => (await drafts()).length > 0, soon)
      await endsInTime(server)
      expect(await drafts()).toEqual([])

      const next = spawned()
      await next.url
      await endsInTime(next)
    })

    it('while it serves', async () => {
      await endsInTime(await running())
      expect(await runsPostgres()).toBe(false)
    })

    itLong('while pictures are decoded, by a process that hangs and one that takes minutes', async () => {
      const server = await running()
      const [ann, bob] = [await newPlayer(server.url, 'ann'), await newPlayer(server.url, 'bob')]
      const sent = async ({ token }: Player, bytes: Buffer) => {
        const body = { filename: 'me.jpg', contentType: 'image/jpeg' }
        const asked = await call(`${server.url}/api/profile-image/upload-url`, { token, body })
        const { uploadUrl, profileImageUrl, headers } = createPictureUpload.answer.parse(asked.body)
        await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) })
        return () =>
          call(`${server.url}/api/profile-image`, { method: 'PUT', token, body: { profileImageUrl } })
      }
      const small = progressiveJpeg(64, 2)
      const [first, one, other] = [await sent(ann, small), await sent(ann, small), await sent(ann, small)]
      const slow = await sent(bob, progressiveJpeg(7000, 30_000))
      expect((await first()).status).toBe(200)
      const decoders = picturesOf(server.pid)
      const stopped = decoders.map(standStill)
      closing.push(async () => stopped.forEach(({ wake }) => void wake()))
      const answers = [one(), other()]
      // One gets 503 because the other is being decoded.
      await Promise.race(answers)
      const all = Promise.allSettled([...answers, slow()])
      await call(`${server.url}/health/live`)
      await endsInTime(server)
      // All requests are answered, unfinished ones with 503; no process is left behind.
      expect(await all).toMatchObject([503, 503, 422].map((status) => ({ value: { status } })))
      expect([decoders.length, decoders.filter(isAlive)]).toEqual([1, []])
    })

    itLong('after its Postgres was killed', async () => {
      const server = await running()
      process.kill(await postmaster(), 'SIGKILL')
      await endsInTime(server)
      await vi.waitUntil(async () => !(await runsPostgres()), soon)
    })

    it('while its Postgres hangs with a pending request; a second signal changes nothing', async () => {
      const server = await running()
      const stopped = standStill(await postmaster())
      closing.push(async () => stopped.wake())
      const asked = fetch(`${server.url}/api/chart/0123456789abcdef`).catch(() => null)
      const pages = fetch(`${server.url}/api/blueshift`).catch(() => null)
      const ended = endsInTime(server)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      process.kill(server.pid, 'SIGTERM')
      await ended
      await Promise.all([asked, pages])
      stopped.wake()
      expect(await runsPostgres()).toBe(false)
    })
  })

  describe('with an external Postgres', () => {
    let postgres: TestService
    let line: CuttableProxy
    let env: Record<string, string>

    beforeEach(async () => {
      postgres = await postgresForTests()
      line = await proxyTo(postgres.url)
      env = { DATABASE_URL: line.url }
      closing.push(
        () => postgres.stop(),
        () => line.close(),
      )
    })
    async function client() {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      closing.push(() => client.end())
      return client
    }

    it('while it waits for the tables', async () => {
      const other = await client()
      const [kind, key] = advisoryLocks.migrations
      await other.query('select pg_advisory_lock($1, $2)', [kind, key])
      const server = spawned(env)
      const waits = async () =>
        (
          await other.query('select from pg_locks where not granted and classid = $1 and objid = $2', [
            kind,
            key,
          ])
        ).rowCount === 1
      await vi.waitUntil(waits, soon)
      await endsInTime(server)
    })

    itLong('while it waits at the start for a database that refuses connections', async () => {
      await line.refuse()
      const server = spawned(env)
      await vi.waitUntil(() => server.output().includes('ECONNREFUSED'), soon)
      await endsInTime(server)
    })

    itLong('while it waits at the start for a database that does not answer', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      closing.push(async () => silent.close())
      await once(silent, 'listening')
      const server = spawned({ DATABASE_URL: `postgres://me@127.0.0.1:${portOf(silent)}/x` })
      const [socket] = await once(silent, 'connection')
      await endsInTime(server)
      socket.destroy()
    })

    it.each(withLong<'hangs' | 'refuses'>(['hangs'], ['refuses']))(
      'while it serves, and its database %s',
      async (how) => {
        const server = await running(env)
        if (how === 'refuses') await line.refuse()
        else line.stall()
        const asked = fetch(`${server.url}/api/chart/0123456789abcdef`).catch(() => null)
        await endsInTime(server)
        await asked
      },
    )

    it('while it builds a generation, in a long statement', async () => {
      const server = await running(env)
      const database = openDatabase({ url: postgres.url, maxConnections: 2 })
      closing.push(() => database.close())
      await database.pool.query(`
        create function public.take_long() returns trigger language plpgsql as
          $$ begin perform pg_sleep(60); return new; end $$;
        create trigger take_long before update on projector.generations for each row
          when (old.bare and not new.bare) execute function public.take_long()`)
      const ledger = await postgresLedger({ database })
      closing.push(() => ledger.close())
      const inForce = await latestRules(ledger)
      if (!inForce) throw new Error('no rules')
      await requestGeneration(database, { inForce, codeVersion })
      const sleeping =
        "select from pg_stat_activity where wait_event = 'PgSleep' and query like '%bare = false%'"
      await vi.waitUntil(async () => (await database.pool.query(sleeping)).rowCount === 1, soon)
      await endsInTime(server)
    })
  })
})

/** The server's processes that decode profile pictures. */
function picturesOf(server: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(server), '-f', 'uploaded-picture-process'], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter(Boolean).map(Number)
}
