import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

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

/**
 * User ids that neither distributions nor systemd assign, below the 65,536 ids usually available in containers. Used by
 * number, so no account is needed.
 */
const first = 60_706
const count = 478

export function isOwnUid(uid: number): boolean {
  return uid >= first && uid < first + count
}

/**
 * Returns a user id for the Postgres of this folder that no account and no process of this machine uses. Different
 * folders usually get different ids, so that two servers do not share one.
 */
export async function unusedUid(folder: string): Promise<number> {
  const used = new Set([...(await accountUids()), ...(await processUids())])
  const start = createHash('sha256').update(folder).digest().readUInt32BE(0)
  for (let i = 0; i < count; i++) {
    const uid = first + ((start + i) % count)
    if (!used.has(uid)) return uid
  }
  throw new Error(`every user id from ${first} to ${first + count - 1} is in use`)
}

async function accountUids(): Promise<number[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').map((line) => Number(line.split(':')[2]))
}

/** User ids of running processes; empty without /proc. */
async function processUids(): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const uids = pids.map((pid) => stat(`/proc/${pid}`).then(({ uid }) => uid))
  const found = await Promise.allSettled(uids)
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
