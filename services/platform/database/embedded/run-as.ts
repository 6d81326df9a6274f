import { spawnSync } from 'node:child_process'
import { chown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnUid, unusedUid } from './own-uid.ts'

/** Under which user Postgres runs: words to put before the command, options for spawn, and who owns its folder. */
export type RunAs = {
  prefix: string[]
  spawnOptions: { uid?: number; gid?: number }
  owner: { uid: number; gid: number } | null
}

/** `nobody` on every common Linux. Other processes may run as this user too. */
const nobody = { uid: 65534, gid: 65534 }

/**
 * Postgres refuses to run as root. Root therefore runs it as the owner of its folder, or as a user id of its own when
 * the folder is new, without any capability and without a way to get one. A folder of root or nobody, as a copy or an
 * older release has left it, is given to that user id.
 * @param folder the cluster's folder; need not exist yet
 * @param isRunning whether a Postgres runs on it: its files stay as they are until it is started again
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
 * Does work on a folder of Postgres as a user that has a name, which initdb and the single-user mode need, unlike a
 * server. The folder is given to that user for as long; cut off, the next start gives it back.
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

/** What `-D` names: the folder, or, for another user than our own, the current folder of the process. */
export function dataFolder(folder: string, { owner }: RunAs): string {
  // Root may put DATA_DIR below a folder that only root may enter. A process that root starts inside needs no way in
  // from above.
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
 * Some containers have no setpriv, or root there may not drop what it may not have. Changing the user alone leaves no
 * capability, either.
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
  // The folder itself last: until then the next start does it all again.
  await chown(folder, owner.uid, owner.gid)
}
