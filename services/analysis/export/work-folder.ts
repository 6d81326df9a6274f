import { lstat, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const namePrefix = 'stepledger-export-work-'

/** The time of change of a work folder is the lease of its owner: renewal interval and duration, ms. */
const renewEveryMs = 10_000
export const leaseMs = 60_000

/**
 * Runs `work` in a private folder (mode 0700), which is removed afterwards, below `dataDir` or, if that is not writable,
 * the system's temporary folder. Files are in it until they are complete.
 */
export async function inWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(dataDir, namePrefix)).catch((error: NodeJS.ErrnoException) => {
    if (!/^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS)$/.test(`${error.code}`)) throw error
    return mkdtemp(join(tmpdir(), namePrefix))
  })
  const renewing = setInterval(() => {
    const at = new Date()
    utimes(folder, at, at).catch(() => {})
  }, renewEveryMs).unref()
  try {
    return await work(folder)
  } finally {
    clearInterval(renewing)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes work folders of killed exports, also of other machines on the same disk. Returns how many were removed. */
export async function sweepWorkFolders(dataDir: string): Promise<number> {
  let swept = 0
  for (const parent of new Set([dataDir, tmpdir()]))
    for (const name of await readdir(parent).catch(() => [])) {
      if (!name.startsWith(namePrefix)) continue
      const folder = await lstat(join(parent, name)).catch(() => null)
      // Other users have folders in the system's temporary folder, too.
      if (!folder?.isDirectory() || folder.uid !== (process.getuid?.() ?? folder.uid)) continue
      if (Date.now() - folder.mtimeMs < leaseMs) continue
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
      swept += 1
    }
  return swept
}
