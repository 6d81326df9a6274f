import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { isProcessAlive, startOfProcess } from '../../platform/child-process/process-alive.ts'
import type { Log } from '../../platform/log/log.ts'

/**
 * A private folder for the temporary tables of one export. They contain player ids and exact times, so the folder must
 * not be inside a shared one.
 */
interface WorkFolder {
  readonly path: string
  remove(): Promise<void>
}

/** Suffix of an exported file until it is complete. */
export const draftEnding = '.part'

const namePrefix = 'stepledger-export-work-'
const ownerFile = 'owner.json'
/** The work folder of earlier releases, below DATA_DIR. */
const formerFolder = 'publishing'

/** Renewal interval and duration of the owner's lease, ms. */
const renewEveryMs = 10_000
const leaseMs = 60_000

const owner = z.object({ pid: z.int().positive(), start: z.string(), host: z.string() })
type Owner = z.infer<typeof owner>

/** Creates a work folder with mode 0700, below `dataDir` or, if that is not writable, the system's temporary folder. */
export async function openWorkFolder(dataDir: string): Promise<WorkFolder> {
  const path = await mkdtemp(join(dataDir, namePrefix)).catch((error: unknown) => {
    if (!isUnusable(error)) throw error
    return mkdtemp(join(tmpdir(), namePrefix))
  })
  const file = join(path, ownerFile)
  const record: Owner = {
    pid: process.pid,
    start: startOfProcess(process.pid) ?? '',
    host: hostname(),
  }
  let renewing: NodeJS.Timeout | null = null
  const remove = async () => {
    if (renewing) clearInterval(renewing)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await writeFile(file, JSON.stringify(record))
  } catch (error) {
    await remove()
    throw error
  }
  renewing = setInterval(() => {
    const at = new Date()
    utimes(file, at, at).catch(() => {})
  }, renewEveryMs).unref()
  return { path, remove }
}

export async function makeFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name)
  await mkdir(path)
  return path
}

/** Removes work folders left by killed exports, not those of running ones. Returns how many were removed. */
export async function sweepWorkFolders(dataDir: string): Promise<number> {
  let swept = 0
  for (const parent of new Set([dataDir, tmpdir()]))
    for (const name of await readdir(parent).catch(() => []))
      if (name.startsWith(namePrefix) && (await removeIfDead(join(parent, name)))) swept += 1
  await rm(join(dataDir, formerFolder), { recursive: true, force: true })
  return swept
}

/** Returns `sweepWorkFolders` as a background task that logs errors instead of throwing. */
export function sweepExports(dataDir: string, log: Pick<Log, 'warn'>): () => Promise<void> {
  return async () => {
    await sweepWorkFolders(dataDir).catch((error: unknown) =>
      log.warn(`temporary files of an export: ${errorMessage(error)}`),
    )
  }
}

async function removeIfDead(path: string): Promise<boolean> {
  const folder = await lstat(path).catch(() => null)
  if (!folder?.isDirectory() || !isOurs(folder.uid)) return false
  const renewed = (await stat(join(path, ownerFile)).catch(() => null)) ?? folder
  const isLeased = Date.now() - renewed.mtimeMs < leaseMs
  const found = await readOwner(path)
  // If the owner is in another container, or has not written its record yet, only the lease shows that it is alive.
  const isAlive = found?.host === hostname() ? isRunning(found) : isLeased
  if (isAlive) return false
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
  return true
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return owner.parse(JSON.parse(await readFile(join(path, ownerFile), 'utf8')))
  } catch {
    return null
  }
}

/** The process id may be reused, but not with the same start time. */
function isRunning({ pid, start }: Owner): boolean {
  return isProcessAlive(pid) && startOfProcess(pid) === start
}

/** Skips folders of other users in the system's temporary folder. */
function isOurs(uid: number): boolean {
  return (process.getuid?.() ?? uid) === uid
}

function isUnusable(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS)$/.test(`${error.code}`)
  )
}
