import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })

/**
 * Copies the Postgres package to `copyDir`, executable for all users and writable by root only: 57 MB per version. For
 * root, whose node_modules may be in a folder that only root can access.
 */
export async function copyPackage(packageDir: string, copyDir: string): Promise<string> {
  const { version } = manifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')))
  const place = join(copyDir, `${basename(packageDir)}-${version}`)
  if ((await mkdir(copyDir, { recursive: true })) !== undefined) await chmod(copyDir, 0o755)
  await refuseForeign(copyDir)
  if (existsSync(place)) return place
  const draft = `${place}.new-${process.pid}`
  try {
    await rm(draft, { recursive: true, force: true })
    await cp(packageDir, draft, {
      recursive: true,
      verbatimSymlinks: true,
      // Static libraries are only needed for compiling.
      filter: (path) => extname(path) !== '.a',
    })
    await openToAll(draft)
    await rename(draft, place)
  } catch (error) {
    // Another process may have finished first.
    if (!existsSync(place)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

/** Throws if others than root could replace the programs. */
async function refuseForeign(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${folder} must belong to root and be writable by root only`)
}

/** Makes files readable and executable for all, writable for the owner, independent of the umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
