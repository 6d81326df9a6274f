import { existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the symbolic links of the libraries. npm packages can't contain symbolic links, so the package lists them in a
 * file and creates them in an install script, which is not needed with this. Links go into the package, or into
 * `linksDir` if it is read-only. Returns the environment variables that the programs then need.
 */
export async function linkLibraries(packageDir: string, linksDir: string): Promise<Record<string, string>> {
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
