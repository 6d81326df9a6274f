import { spawnSync } from 'node:child_process'
import { chown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnUid, unusedUid } from './own-uid.ts'

/** The user that runs Postgres: command prefix, options for spawn, and owner of the folder. */
export type RunAs = {
  prefix: string[]
  spawnOptions: { uid?: number; gid?: number }
  owner: { uid: number; gid: number } | null
}

/** `nobody` on all common Linux distributions. Other processes may use it too. */
const nobody = { uid: 65534, gid: 65534 }

/**
 * Chooses the user for Postgres, which refuses to run as root. Root runs it as the owner of its folder, or under a
 * dedicated user id for a new folder, without any capability and without a way to gain one. A folder owned by root or
 * nobody, from a copy or an older release, is chowned to a dedicated id.
 * @param folder the cluster's folder; need not exist yet
 * @param isRunning whether a Postgres runs on it: its files then keep their owner until the next start
 */
export async function runAs(folder: string, isRunning = false): Promise<RunAs> {
  const me = process.geteuid?.()
  const found = await lstat(folder).catch(() => null)
  if (me !== 0) {
    if (found !== null && me !== undefined && found.uid !== me) {
      throw new Error(`${folder} belongs to user id ${found.uid}: start as that user, or as root`)
    }
    return { prefix: [], spawnOptions: {}, owner: null }
  }
  if (found !== null && (isRunning || (found.uid !== 0 && found.uid !== nobody.uid)))
    return runAsOwner({ uid: found.uid, gid: found.gid })
  const uid = await unusedUid(folder)
  const owner = { uid, gid: uid }
  if (found !== null) await chownTree(folder, owner)
  return runAsOwner(owner)
}

/**
 * Runs work on the folder as a user with a name, which initdb and single-user mode require, unlike a server. The folder
 * is chowned to that user meanwhile; after an interruption the next start restores its owner.
 */
export async function asNamedUser(
  folder: string,
  user: RunAs,
  work: (named: RunAs) => Promise<void>,
): Promise<void> {
  const { owner } = user
  if (owner === null || !isOwnUid(owner.uid)) return work(user)
  await chownTree(folder, nobody)
  try {
    await work(runAsOwner(nobody))
  } finally {
    await chownTree(folder, owner)
  }
}

function runAsOwner(owner: { uid: number; gid: number }): RunAs {
  const prefix = setprivPrefix(owner)
  return canRun(prefix) ? { prefix, spawnOptions: {}, owner } : { prefix: [], spawnOptions: owner, owner }
}

/** Returns the argument of `-D`: the folder, or for another user the working directory of the process. */
export function dataFolder(folder: string, { owner }: RunAs): string {
  // DATA_DIR may be below a folder that only root can access. A process started inside it needs no access to the path.
  return owner !== null && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

function setprivPrefix({ uid, gid }: { uid: number; gid: number }): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--ambient-caps=-all',
    '--no-new-privs',
    '--',
  ]
}

/**
 * Some containers lack setpriv, or the privilege to drop capabilities. Switching the user alone clears capabilities too.
 */
function canRun([program, ...args]: string[]): boolean {
  return (
    program !== undefined && spawnSync(program, [...args, 'true'], { stdio: 'ignore', cwd: '/' }).status === 0
  )
}

async function chownTree(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  // The folder itself last, so that the next start repeats an interrupted chown.
  await chown(folder, owner.uid, owner.gid)
}
