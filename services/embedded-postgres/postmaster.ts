import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf, isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Log } from '../platform/log/log.ts'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'
import { errorMessageIn, programEnvironment } from './run-program.ts'
import { serverArgs, servesFolder } from './settings.ts'

/** A running Postgres: its main process, the cluster's folder and the port. */
export type Postmaster = { pid: number; folder: string; port: number }

const pollMs = 5

/** Returns the Postgres that runs on this folder, or null. A process that has reused the pid is not mistaken for it. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const file = await readPidFile(folder)
  if (file === null) return null
  const postmaster = { pid: file.pid, folder, port: file.port }
  return isRunning(postmaster) ? postmaster : null
}

export function isRunning({ pid, folder }: Postmaster): boolean {
  const [program = '', ...args] = commandOf(pid)
  return basename(program) === 'postgres' && servesFolder(args, folder)
}

/** Whether it was started with exactly these arguments. */
export function hasArgs({ pid }: Postmaster, args: string[]): boolean {
  return commandOf(pid).slice(1).join(' ') === args.join(' ')
}

/**
 * Starts Postgres and resolves once it accepts connections, however long recovery takes. It runs in its own session, so
 * that Ctrl-C reaches only Node, and logs to a file, so that it survives Node. If it exits, throws its last error
 * message. If the signal is aborted, stops it and throws the reason.
 */
export async function startPostmaster(
  { folder, port, logFile }: { folder: string; port: number; logFile: string },
  binaries: Binaries,
  user: RunAs,
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster> {
  await removeStalePidFile(folder)
  await rotateLogFile(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const logged = statSync(logFile).size
  const [program = '', ...args] = [...user.prefix, binaries.postgres, ...serverArgs(folder, port, user)]
  const child = spawn(program, args, {
    ...user.spawnOptions,
    env: programEnvironment(binaries.env),
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  let end: Error | null = null
  child.once('error', (error) => {
    end = error
  })
  child.once('exit', (code, killedBy) => {
    end ??= new Error(`it ended with ${code ?? killedBy}`)
  })
  const postmaster = { pid: child.pid ?? 0, folder, port }
  const isReady = await waitUntilReady(postmaster, () => signal.aborted || end !== null, log)
  if (isReady && !signal.aborted) return postmaster
  if (end === null) await endChild(child)
  signal.throwIfAborted()
  const fromLog = await lastErrorMessage(logFile, logged)
  throw new Error(`Postgres did not start: ${fromLog ?? (end ?? new Error('no reason given')).message}`)
}

/** Kills the child by its pid: a prefix command such as setpriv may not have exec'ed Postgres yet. */
async function endChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 2_000)
  await ended
  clearTimeout(late)
}

/** Waits until it accepts connections; returns false if it exited instead. */
export async function waitUntilReady(
  postmaster: Postmaster,
  hasEnded: () => boolean,
  log: Log,
): Promise<boolean> {
  const started = performance.now()
  let nextLogMs = 5_000
  while (!hasEnded()) {
    const file = await readPidFile(postmaster.folder)
    if (file?.pid === postmaster.pid && file.ready) return true
    if (performance.now() - started > nextLogMs) {
      log.info(`Postgres is still starting, after ${Math.round(nextLogMs / 1000)} s`)
      nextLogMs *= 2
    }
    await sleep(pollMs)
  }
  return false
}

/**
 * Postgres could not start for a transient reason: another process starts it, which also changes the owner of its
 * files for a moment, so that some can't be read; the previous server is still shutting down; another process took the
 * port.
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
export async function stopPostmaster(postmaster: Postmaster, log: Log, withinMs = 5_000): Promise<void> {
  if (await endBy(postmaster, 'SIGINT', withinMs * 0.6)) return
  log.warn('Postgres takes too long to stop; it will recover at the next start')
  if (await endBy(postmaster, 'SIGQUIT', withinMs * 0.2)) return
  await endBy(postmaster, 'SIGKILL', withinMs * 0.2)
}

async function endBy(postmaster: Postmaster, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  if (isRunning(postmaster)) process.kill(postmaster.pid, signal)
  while (isRunning(postmaster)) {
    if (performance.now() > deadline) return false
    await sleep(pollMs)
  }
  // The port is released only when the process has exited, a moment after its command line disappears. A zombie holds
  // no port.
  while (isProcessAlive(postmaster.pid) && performance.now() < deadline) await sleep(pollMs)
  return true
}

/** postmaster.pid has a line each for pid, folder, start time, port, socket folder, address, shared memory, status. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Removes a stale postmaster.pid. Postgres refuses to start if the pid in it exists, even if another program has reused
 * it, and if the file is empty, as after a power failure. A file younger than a second may still be being written.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const found = await stat(path).catch(() => null)
  if (found === null) return
  const empty = (await readPidFile(folder)) === null
  if (empty && Date.now() - found.mtimeMs < 1_000) return
  if (empty || (await findPostmaster(folder)) === null) await rm(path, { force: true })
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
