import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Binaries, findBinaries, packageOfPostgres } from './binaries.ts'
import { type RunAs, runAs } from './run-as.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let above: string
let packageDir: string
let user: RunAs
let place: { linksDir: string; copyDir: string }

/** The package as unpacked by npm, without the links of its install script. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-binaries-'))
  await chmod(folder, 0o755)
  above = join(folder, 'above')
  packageDir = join(above, 'linux-x64')
  await mkdir(packageDir, { recursive: true })
  execFileSync('cp', ['-a', `${await packageOfPostgres()}/.`, packageDir])
  for (const { name } of await linksIn(join(packageDir, 'native/lib')))
    await rm(join(packageDir, 'native/lib', name))
  place = { linksDir: join(folder, 'data/links'), copyDir: join(folder, 'copies') }
  user = await runAs(join(folder, 'data/postgres'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const linksIn = async (dir: string) =>
  (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())

function versionBy({ postgres, env }: Binaries): string {
  const [program = '', ...args] = [...user.prefix, postgres, '--version']
  const options = { ...user.spawnOptions, env: { ...process.env, ...env }, cwd: '/' }
  return execFileSync(program, args, { ...options, encoding: 'utf8' })
}

// Tests that only root or only ordinary users can run are omitted for the others instead of skipped.
describe('the binaries of Postgres', () => {
  it('run in the npm package, although no install script linked their libraries', async () => {
    const binaries = await findBinaries(user, place, packageDir)

    expect(binaries).toMatchObject({ postgres: join(packageDir, 'native/bin/postgres'), env: {} })
    expect(versionBy(binaries)).toContain('PostgreSQL')
  })

  if (!isRoot) {
    it('run from a read-only folder', async () => {
      await chmod(join(packageDir, 'native/lib'), 0o555)
      const binaries = await findBinaries(user, place, packageDir)

      expect(versionBy(binaries)).toContain('PostgreSQL')
      expect(await linksIn(join(packageDir, 'native/lib'))).toEqual([])
      await chmod(join(packageDir, 'native/lib'), 0o755)
    })
  }

  if (isRoot) {
    it('are copied from a folder that only root can enter to one that others can read and only root can write', async () => {
      await chmod(above, 0o700)
      const binaries = await findBinaries(user, place, packageDir)
      expect(versionBy(binaries)).toContain('PostgreSQL')

      const [copy = '', ...others] = await readdir(place.copyDir)
      expect([copy, others]).toEqual([expect.stringMatching(/^linux-x64-\d+\.\d+/), []])
      expect(binaries.postgres).toBe(join(place.copyDir, copy, 'native/bin/postgres'))
      const entries = await readdir(place.copyDir, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((entry) => !entry.isSymbolicLink())) {
        const { uid, mode } = await stat(join(entry.parentPath, entry.name))
        expect([entry.name, uid, mode & 0o022, mode & 0o004]).toEqual([entry.name, 0, 0, 0o004])
      }
      const made = await stat(binaries.postgres)
      expect((await findBinaries(user, place, packageDir)).postgres).toBe(binaries.postgres)
      expect((await stat(binaries.postgres)).ctimeMs).toBe(made.ctimeMs)
    })

    it('are rejected in a folder that others can write', async () => {
      await chmod(above, 0o700)
      await mkdir(place.copyDir)
      await chmod(place.copyDir, 0o777)

      await expect(findBinaries(user, place, packageDir)).rejects.toThrow(
        `${place.copyDir} must belong to root and be writable by root only`,
      )
    })

    it('are reported with the reason if no other user can run them', async () => {
      await chmod(above, 0o700)
      await mkdir(join(folder, 'closed'), { mode: 0o700 })
      const closed = { ...place, copyDir: join(folder, 'closed/copies') }

      await expect(findBinaries(user, closed, packageDir)).rejects.toThrow(
        /^Postgres can't be run as user id 6[01]\d{3}: .*closed/,
      )
    })
  }
})
