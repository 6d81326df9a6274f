import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

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
 * nobody, from a copy or an older release, is chowned to a dedicated id. No Postgres may be running on it.
 * @param folder the cluster's folder; need not exist yet
 */
export async function runAs(folder: string): Promise<RunAs> {
  const me = process.geteuid?.()
  const found = await lstat(folder).catch(() => null)
  if (me !== 0) {
    if (found !== null && me !== undefined && found.uid !== me) {
      throw new Error(`${folder} belongs to user id ${found.uid}: start as that user, or as root`)
    }
    return { prefix: [], spawnOptions: {}, owner: null }
  }
  if (found !== null && found.uid !== 0 && found.uid !== nobody.uid) return runAsOwner(found)
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

/**
 * Some containers lack setpriv, or the privilege to drop capabilities. Switching the user alone clears capabilities too.
 */
function runAsOwner({ uid, gid }: { uid: number; gid: number }): RunAs {
  const owner = { uid, gid }
  const capabilities = ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs']
  const args = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capabilities, '--']
  const { status } = spawnSync('setpriv', [...args, 'true'], { stdio: 'ignore', cwd: '/' })
  if (status === 0) return { prefix: ['setpriv', ...args], spawnOptions: {}, owner }
  return { prefix: [], spawnOptions: owner, owner }
}

/** Returns the argument of `-D`: the folder, or for another user the working directory of the process. */
export function dataFolder(folder: string, { owner }: RunAs): string {
  // DATA_DIR may be below a folder that only root can access. A process started inside it needs no access to the path.
  return owner !== null && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** chown changes the folder itself last, so that the next start repeats an interrupted one, and follows no link. */
async function chownTree(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await promisify(execFile)('chown', ['-hR', `${uid}:${gid}`, '--', folder])
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

type ProgramRun = {
  /** Working directory, through which another user can access the folder. */
  folder: string
  user: RunAs
  env: Record<string, string>
  /** The purpose, for the error message. */
  doing: string
  input?: string
  signal: AbortSignal
}

/**
 * Runs a program of Postgres to completion. Rejects with its last error message if it fails, and with the signal's
 * reason, once the program has exited, if that is aborted.
 */
export async function runProgram(program: string, args: string[], run: ProgramRun): Promise<void> {
  const { folder, user, doing, input = '', signal } = run
  signal.throwIfAborted()
  const [first = '', ...others] = [...user.prefix, program, ...args]
  const child = spawn(first, others, {
    ...user.spawnOptions,
    env: programEnvironment(run.env),
    cwd: folder,
    // Its own process group, so that Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2000)
  })
  // The program may exit before it has read all of its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  // initdb runs other programs.
  const end = () => {
    const { pid, exitCode, signalCode } = child
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
  }
  signal.addEventListener('abort', end)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    const reason = errorMessageIn(errorOutput) ?? `it ended with ${code ?? child.signalCode}`
    if (code !== 0) throw new Error(`Postgres can't ${doing}: ${reason}`)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

export function errorMessageIn(text: string): string | null {
  const lines = text.trim().split('\n')
  const worst = lines.findLast((line) => /(FATAL|PANIC|error): /.test(line)) ?? lines.at(-1)
  return worst?.replace(/^.*?(FATAL|PANIC|error): +/, '') || null
}

/** A minimal environment: nothing of this process but PATH. */
export function programEnvironment(own: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...own }
}
