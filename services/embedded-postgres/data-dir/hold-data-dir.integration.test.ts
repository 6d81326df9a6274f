import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { findPostmaster } from '../postmaster.ts'
import { kill, log, runOtherNode } from '../support.fixture.ts'
import { findHolderAt, holderName } from './holder.ts'
import { type DataDirHold, lockDataDir } from './lock-data-dir.ts'
import { findRunningDatabase } from './running-database.ts'
import { removeServerFile, writeServerFile } from './server-file.ts'

let dataDir: string
let server: EmbeddedPostgres
let database: Database
const held: DataDirHold[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-hold-'))
  server = await startEmbeddedPostgres({ dataDir, log })
  database = openDatabase({ url: server.url, maxConnections: 2 })
})
afterEach(async () => {
  for (const one of held.splice(0)) await one.release()
})
afterAll(async () => {
  await database.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function hold(url: string | null = 'http://localhost:8080'): Promise<DataDirHold> {
  const mine = await lockDataDir({ dataDir, database })
  held.push(mine)
  if (url !== null) await mine.describe(url)
  return mine
}

/** Another server, which tries to acquire the lock, reports the result and waits. */
function startOther({ thenStop = false } = {}) {
  const file = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runOtherNode(`
    import { lockDataDir } from ${file('./lock-data-dir.ts')}
    import { openDatabase } from ${file('../../platform/database/database.ts')}
    import { startEmbeddedPostgres } from ${file('../embedded-postgres.ts')}
    const dataDir = ${JSON.stringify(dataDir)}
    const postgres = await startEmbeddedPostgres({ dataDir, log: console })
    const database = openDatabase({ url: postgres.url, maxConnections: 2 })
    const said = await lockDataDir({ dataDir, database })
      .then((hold) => hold.describe('http://localhost:9999'))
      .then(() => 'holds', (error) => error.message)
    if (${thenStop}) await postgres.stop()
    console.log(said)
    setInterval(() => {}, 1000)`)
}

describe('the lock of DATA_DIR', () => {
  it('rejects a second server and names the owner', async () => {
    await hold()
    const { child, said } = await startOther()
    await kill(child)

    expect(said).toMatch(
      new RegExp(
        `^\\S+ is in use by the server at http://localhost:8080 \\(process ${process.pid}, since .+\\)$`,
      ),
    )
  })

  it('prevents a rejected server from stopping the database of the first', async () => {
    await hold()
    const { child, said } = await startOther({ thenStop: true })
    await kill(child)

    expect(said).toContain('in use')
    expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  it('is free immediately after its owner was killed', async () => {
    const { child, said } = await startOther()
    expect(said).toBe('holds')
    await expect(hold()).rejects.toThrow(
      `is in use by the server at http://localhost:9999 (process ${child.pid}`,
    )
    await kill(child)

    await hold()
    expect(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
      url: 'http://localhost:8080',
    })
  })

  it('is free without a file after its release', async () => {
    const first = await hold()
    await first.release()
    expect(existsSync(join(dataDir, 'server.json'))).toBe(false)

    await hold()
  })

  it('names a command as its owner', async () => {
    await hold(null)

    await expect(hold()).rejects.toThrow('in use by a ledger command')
  })

  it('names an owner that has just acquired it, once its record is written', async () => {
    const owner = await database.connect(holderName(process.pid))
    await owner.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.dataDir])
    const refused = expect(hold()).rejects.toThrow('in use by a ledger command')
    // The other one has found the lock held.
    await vi.waitUntil(
      async () => {
        const { rowCount } = await owner.query(
          `select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid() and query like '%pg_locks%'`,
          [holderName(process.pid)],
        )
        return rowCount === 1
      },
      { timeout: 10_000, interval: 5 },
    )
    await writeServerFile(dataDir, {
      pid: process.pid,
      url: null,
      startedAt: new Date().toISOString(),
    })
    await refused
    await removeServerFile(dataDir, process.pid)
    await owner.end()
  })

  it('is updated with the address of the server', async () => {
    const mine = await hold()
    await mine.describe('http://localhost:8081')

    await expect(hold()).rejects.toThrow('http://localhost:8081')
  })

  it('is acquired again after the database was killed and restarted', async () => {
    await hold()
    const postmaster = await findPostmaster(join(dataDir, 'postgres'))
    if (postmaster === null) throw new Error('no Postgres')
    process.kill(postmaster.pid, 'SIGKILL')

    await vi.waitUntil(
      async () => {
        const started = await findPostmaster(join(dataDir, 'postgres'))
        const holder = await findHolderAt(server.url, 1_000).catch(() => null)
        return started !== null && started.pid !== postmaster.pid && holder?.pid === process.pid
      },
      { timeout: 60_000 },
    )
  })
})

describe('the running database', () => {
  it('is found through the lock while a server runs', async () => {
    const mine = await hold()
    expect(await findRunningDatabase(dataDir)).toBe(server.url)

    await mine.release()
    expect(await findRunningDatabase(dataDir)).toBeNull()
  })

  it('is not found if a command holds the lock, or in an empty folder', async () => {
    await hold(null)

    expect(await findRunningDatabase(dataDir)).toBeNull()
    expect(await findRunningDatabase(join(dataDir, 'elsewhere'))).toBeNull()
  })
})
