import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { connect, Socket } from 'node:net'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf, isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Log } from '../platform/log/log.ts'
import type { Binaries } from './binaries.ts'
import { dataFolder, errorMessageIn, programEnvironment, type RunAs } from './run-as.ts'

/** Settings of the embedded Postgres, passed on its command line so that they change only with a release. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // In the cluster's folder, which only its owner can enter.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  // Enough for a system of several processes, such as that of `npm run dev:distributed`.
  max_connections: '120',
  // No superuser ever connects.
  superuser_reserved_connections: '0',

  // Acknowledged plays are durable.
  fsync: 'on',
  synchronous_commit: 'on',
  // Zero-filling new WAL files stalls commits. Without recycling each shutdown deletes the files, 0.7 s.
  wal_init_zero: 'off',
  wal_recycle: 'on',
  // Bounds recovery after a crash: replaying a gigabyte takes 3 s of CPU time. Plays of a large ledger write 20 kB each,
  // most of it pages that are written for the first time since a checkpoint, whatever the distance of checkpoints.
  max_wal_size: '1GB',
  // Recycled WAL files retain deleted data until they are overwritten, so few are kept.
  min_wal_size: '32MB',
  // A crash leaves the files to the kernel; one by one, the fsync of the thousands of files of two generations takes seconds.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // No replication, so a table created and filled in one transaction bypasses the WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',

  shared_buffers: `${sharedBuffersMiB(memoryBytes())}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',

  // Statements and values are not logged: they may contain personal data.
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Physical memory, or less where a container is limited to it. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY)
}

/**
 * An eighth of the memory, within limits. A fold touches random pages of its indexes: with 256 MiB a generation of a million
 * plays is read from and written to the page cache of the system with every batch.
 */
export function sharedBuffersMiB(memory: number): number {
  return Math.min(1_024, Math.max(256, Math.floor(memory / 8 / 1_048_576)))
}

export const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** The folder and the server's process are named for `findPostmaster`. */
const serverArgs = (folder: string, port: number, user: RunAs) => [
  ...['-D', dataFolder(folder, user), '-p', String(port)],
  ...['-c', `stepledger.folder=${folder}`, '-c', `stepledger.server=${process.pid}`, ...settingArgs],
]

/** What postmaster.pid and the command line say about a Postgres that runs on a folder. */
type FoundPostmaster = {
  pid: number
  /** Pid of the server that started it; null by an older release. */
  server: number | null
  isStopping: boolean
  isRunning(): boolean
}

/** Returns the Postgres that runs on this folder, or null. A process that has reused the pid is not mistaken for it. */
export async function findPostmaster(folder: string): Promise<FoundPostmaster | null> {
  const file = await readPidFile(folder)
  if (file === null) return null
  const argsOf = () => {
    const [program = '', ...args] = commandOf(file.pid)
    const line = `${args.join(' ')} `
    const isOurs = line.includes(`stepledger.folder=${folder} `) || line.includes(`-D ${folder} `)
    return basename(program) === 'postgres' && isOurs ? line : null
  }
  const args = argsOf()
  if (args === null) return null
  const server = /stepledger\.server=(\d+) /.exec(args)?.[1]
  return {
    pid: file.pid,
    server: server === undefined ? null : Number(server),
    isStopping: file.status === 'stopping',
    isRunning: () => argsOf() !== null,
  }
}

/** A Postgres that this process has started. */
export type Postmaster = Pick<FoundPostmaster, 'pid' | 'isRunning'> & { ended: Promise<unknown> }

/**
 * Runs Postgres, which ends with this process, also by kill -9: a shell in the background waits for the end of file of
 * descriptor 3, whose other end this process has, and then demands a fast shutdown. That takes one checkpoint, an
 * immediate one a recovery and a checkpoint. A line instead says that Postgres has ended. `exec` keeps `$$`, so Postgres
 * is this process's own child; `env`, because macOS takes DYLD_LIBRARY_PATH from a shell.
 */
const guarded = '( { cd /; read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & ); exec env "$@" 3<&-'

/**
 * Starts Postgres and resolves once it accepts connections, however long recovery takes. It runs in its own session, so
 * that Ctrl-C reaches only Node. If it exits, throws its last error message. If the signal is aborted, stops it and
 * throws the reason.
 */
export async function startPostmaster(
  { folder, port, logFile }: { folder: string; port: number; logFile: string },
  { postgres, env }: Binaries,
  user: RunAs,
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster> {
  await removeStalePidFile(folder)
  await rotateLogFile(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const logged = statSync(logFile).size
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const command = ['sh', '-c', guarded, 'sh', ...variables, postgres, ...serverArgs(folder, port, user)]
  const [program = '', ...args] = [...user.prefix, ...command]
  const child = spawn(program, args, {
    ...user.spawnOptions,
    env: programEnvironment(env),
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  })
  closeSync(output)
  child.unref()
  const guard = child.stdio[3]
  if (guard instanceof Socket) guard.on('error', () => {}).unref()
  const ended = once(child, 'exit').then(
    ([code, killedBy]) => new Error(`it ended with ${code ?? killedBy}`),
    (error: Error) => error,
  )
  const { pid } = child
  if (pid === undefined) throw await ended
  let isRunning = true
  void ended.then(() => {
    isRunning = false
    if (guard instanceof Socket) guard.end('\n')
  })
  const postmaster = { pid, ended, isRunning: () => isRunning }
  const isReady = await waitUntilReady(folder, postmaster, signal, log)
  if (isReady && !signal.aborted) return postmaster
  await stopPostmaster(postmaster, log, 3_000)
  signal.throwIfAborted()
  const reason = (await lastErrorMessage(logFile, logged)) ?? (await ended).message
  throw new Error(`Postgres did not start: ${reason}`)
}

/** Waits until it accepts connections; returns false if it exited or the signal was aborted instead. */
async function waitUntilReady(
  folder: string,
  { pid, isRunning }: Postmaster,
  signal: AbortSignal,
  log: Log,
): Promise<boolean> {
  const started = performance.now()
  let nextLogMs = 5_000
  while (isRunning() && !signal.aborted) {
    const file = await readPidFile(folder)
    if (file?.pid === pid && file.status === 'ready') return true
    if (performance.now() - started > nextLogMs) {
      log.info(`Postgres is still starting, after ${Math.round(nextLogMs / 1000)} s`)
      nextLogMs *= 2
    }
    await sleep(pollMs)
  }
  return false
}

const pollMs = 5

/**
 * Whether Postgres could not start for a transient reason: the previous one is still ending, another process starts it,
 * which also changes the owner of its files for a moment, so that some can't be read, or took the port.
 */
export function isTransientStartError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /lock file|shared memory block|TCP\/IP sockets|Permission denied|contains errors/.test(error.message)
  )
}

/**
 * Stops it within `withinMs`: first a fast shutdown (open transactions are rolled back), then an immediate shutdown (the
 * next start recovers from the WAL), finally SIGKILL.
 */
export async function stopPostmaster(
  postmaster: Pick<Postmaster, 'pid' | 'isRunning'>,
  log: Log,
  withinMs = 5_000,
): Promise<void> {
  if (await endBy(postmaster, 'SIGINT', withinMs * 0.6)) return
  log.warn('Postgres takes too long to stop; it will recover at the next start')
  if (await endBy(postmaster, 'SIGQUIT', withinMs * 0.2)) return
  await endBy(postmaster, 'SIGKILL', withinMs * 0.2)
}

async function endBy(
  { pid, isRunning }: Pick<Postmaster, 'pid' | 'isRunning'>,
  signal: NodeJS.Signals,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  if (isRunning()) process.kill(pid, signal)
  while (isRunning()) {
    if (performance.now() > deadline) return false
    await sleep(pollMs)
  }
  // The port is released only when the process has exited, a moment after its command line disappears. A zombie holds
  // no port.
  while (isProcessAlive(pid) && performance.now() < deadline) await sleep(pollMs)
  return true
}

/** postmaster.pid has a line each for pid, folder, start time, port, socket folder, address, shared memory, status. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number; status: string } | null> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * Removes a stale postmaster.pid. Postgres refuses to start if the pid in it exists, even if another program has reused
 * it, and if the file is empty, as after a power failure. A file younger than a second may still be being written.
 * Throws if that Postgres is in another container, which has pids of its own and this folder in common.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const found = await stat(path).catch(() => null)
  if (found === null) return
  const file = await readPidFile(folder)
  if (file === null && Date.now() - found.mtimeMs < 1_000) return
  if ((await findPostmaster(folder)) !== null) return
  if (file !== null && (await hasListener(join(folder, `.s.PGSQL.${file.port}`))))
    throw new Error(`${folder} is in use by a Postgres that is no process of this machine or container`)
  await rm(path, { force: true })
}

function hasListener(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('error', () => resolve(false))
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
  })
}

/** Log rotation: at most two files of about 5 MB. */
async function rotateLogFile(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0
  if (size > 5_000_000) await rename(logFile, `${logFile}.1`)
}

async function lastErrorMessage(logFile: string, from: number): Promise<string | null> {
  const file = await open(logFile, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64_000), 0, 64_000, from)
    return errorMessageIn(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}
