import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isOwnUid, runAs } from './run-as.ts'
import { endOf, kill, log, pidOf, query, startInOtherProcess } from './support.fixture.ts'

/** The user `daemon` of Debian, because initdb requires a user with a name. */
const user = { uid: 1, gid: 1 }
const isRoot = process.getuid?.() === 0
const program = fileURLToPath(new URL('./run-as.ts', import.meta.url))
const mayEnter =
  isRoot && spawnSync(process.execPath, ['-e', `fs.accessSync('${program}')`], user).status === 0

let parent: string
let dataDir: string
let server: EmbeddedPostgres | null = null

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stepledger-embedded-'))
  dataDir = join(parent, 'data')
})
afterEach(async () => {
  await server?.stop()
  server = null
  await rm(parent, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, log })
  return server
}
const statusOf = async (pid: number) => readFile(`/proc/${pid}/status`, 'utf8')

// Omitted instead of skipped for ordinary users, who run all other tests.
describe('the user that Postgres runs as', () => {
  it('is never root', async () => {
    const { ownerUrl } = await start()

    expect(await query(ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
  })

  if (isRoot) {
    it('has no capabilities when started by root, also below a folder that only root can enter', async () => {
      await chmod(parent, 0o700)

      const { url, ownerUrl } = await start()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      for (const pid of [await pidOf(dataDir), rows[0].pid]) {
        const status = await statusOf(pid)
        const [, uid = ''] = /^Uid:\t(\d+)\t\1\t\1\t\1$/m.exec(status) ?? []
        expect(isOwnUid(Number(uid))).toBe(true)
        // Belongs to no account.
        expect(spawnSync('getent', ['passwd', uid]).status).toBe(2)
        for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'])
          expect(status).toMatch(new RegExp(`^Cap${set}:\t0000000000000000$`, 'm'))
        expect(status).toMatch(/^NoNewPrivs:\t1$/m)
      }
      await client.end()
      expect(await query(ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    })

    it.each([
      ['root has copied', 0],
      ['an older release has left to nobody', 65534],
    ])('has its own id when started by root in a folder that %s', async (_, uid) => {
      await (await start()).stop()
      execFileSync('chown', ['-R', `${uid}:${uid}`, join(dataDir, 'postgres')])

      const { ownerUrl } = await start()
      expect(await query(ownerUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      for (const path of ['postgres', 'postgres/base'])
        expect(isOwnUid((await stat(join(dataDir, path))).uid)).toBe(true)
    })
  }

  if (mayEnter) {
    it('is the ordinary user who first started it, with whose killed server it ends, also when root starts it later', async () => {
      await mkdir(dataDir)
      execFileSync('chown', [`${user.uid}:${user.gid}`, parent, dataDir])
      const first = await startInOtherProcess(dataDir, user)
      await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
      await kill(first.child)
      const second = await startInOtherProcess(dataDir, user)
      const pid = await pidOf(dataDir)
      expect(await statusOf(pid)).toMatch(/^Uid:\t1\t/m)
      await kill(second.child)
      await endOf(pid)

      const { ownerUrl } = await start()
      expect(await query(ownerUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
      expect(await statusOf(await pidOf(dataDir))).toMatch(/^Uid:\t1\t/m)
    })
  }

  if (isRoot) {
    it('an ordinary user gets an error for a folder of another user', async () => {
      await (await start()).stop()
      await chmod(parent, 0o755)
      process.seteuid?.(user.uid)
      try {
        await expect(runAs(join(dataDir, 'postgres'))).rejects.toThrow(
          /belongs to user id 6[01]\d{3}: start as that user, or as root/,
        )
      } finally {
        process.seteuid?.(0)
      }
    })
  }
})
