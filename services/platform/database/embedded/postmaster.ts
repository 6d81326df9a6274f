import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Binaries } from './binaries.ts'
import { commandOf, isProcessAlive } from './process-alive.ts'
import type { RunAs } from './run-as.ts'
import { postgresArgs } from './settings.ts'

/** A running Postgres: the process that owns the cluster's folder, and where it listens. */
export type Postmaster = { pid: number; folder: string; port: number }

const pollMs = 5

/** The Postgres that runs on this folder, or null. Another process that merely has the same id by now is not it. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const file = await readPidFile(folder)
  if (file === null) return null
  const postmaster = { pid: file.pid, folder, port: file.port }
  return isRunning(postmaster) ? postmaster : null
}

export function isRunning({ pid, folder }: Postmaster): boolean {
  const [program = '', ...args] = commandOf(pid)
  return basename(program) === 'postgres' && args.join(' ').includes(`-D ${folder} `)
}

/** Was it started with just the arguments that we would give? */
export function hasArgs({ pid }: Postmaster, args: string[]): boolean {
  return commandOf(pid).slice(1).join(' ') === args.join(' ')
}

/**
 * Starts Postgres and returns once it takes connections, however long recovery takes. It gets a session of its own, so that
 * Ctrl-C reaches only Node, and writes to a file, so that it outlives Node unharmed. Throws what it said when it ends at once.
 */
export async function startPostmaster(
  { folder, port, logFile }: { folder: string; port: number; logFile: string },
  { postgres }: Binaries,
  { prefix, spawnOptions }: RunAs,
  log: Log,
): Promise<Postmaster> {
  await removeStalePidFile(folder)
  await turnLogFile(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const logged = statSync(logFile).size
  const [program = '', ...args] = [...prefix, postgres, ...postgresArgs(folder, port)]
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const child = spawn(program, args, {
    ...spawnOptions,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  let end: Error | null = null
  child.once('error', (error) => {
    end = error
  })
  child.once('exit', (code, signal) => {
    end ??= new Error(`it ended with ${code ?? signal}`)
  })
  const { pid } = child
  if (pid !== undefined && (await waitUntilReady({ pid, folder, port }, () => end !== null, log))) {
    return { pid, folder, port }
  }
  const said = await lastComplaint(logFile, logged)
  throw new Error(`Postgres did not start: ${said ?? (end ?? new Error('no reason given')).message}`)
}

/** Waits until it takes connections; false when it ended instead. */
export async function waitUntilReady(
  postmaster: Postmaster,
  hasEnded: () => boolean,
  log: Log,
): Promise<boolean> {
  const started = performance.now()
  let nextNote = 5_000
  while (!hasEnded()) {
    const file = await readPidFile(postmaster.folder)
    if (file?.pid === postmaster.pid && file.ready) return true
    if (performance.now() - started > nextNote) {
      log.info(`Postgres is still starting, after ${Math.round(nextNote / 1000)} s`)
      nextNote *= 2
    }
    await sleep(pollMs)
  }
  return false
}

/** It could not start for a reason that goes away: another start, a dying server, a port that somebody took just now. */
export function isPassingStartError(error: unknown): boolean {
  return error instanceof Error && /lock file|shared memory block|TCP\/IP sockets/.test(error.message)
}

/** Ends it: fast first (open transactions are rolled back), after 3 s at once (the next start recovers from the log). */
export async function stopPostmaster(postmaster: Postmaster, log: Log): Promise<void> {
  if (await endBy(postmaster, 'SIGINT', 3_000)) return
  log.warn('Postgres takes too long to stop, it will recover at the next start')
  if (await endBy(postmaster, 'SIGQUIT', 6_000)) return
  await endBy(postmaster, 'SIGKILL', 1_000)
}

async function endBy(postmaster: Postmaster, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const started = performance.now()
  if (isRunning(postmaster)) process.kill(postmaster.pid, signal)
  while (isRunning(postmaster)) {
    if (performance.now() - started > withinMs) return false
    await sleep(pollMs)
  }
  // Its port is free when it is gone altogether, a moment after its command line. One that is dead and that nobody buries holds no port.
  const ended = performance.now()
  while (isProcessAlive(postmaster.pid) && performance.now() - ended < 1_000) await sleep(pollMs)
  return true
}

/** postmaster.pid: pid, folder, start time, port, socket folder, address, shared memory, status; a line each. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Postgres refuses to start when the process named in postmaster.pid exists, though it may be any other program by now, and
 * when the file is empty, as a power cut can leave it. A file younger than a second may just be being written.
 */
async function removeStalePidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const found = await stat(path).catch(() => null)
  if (found === null) return
  const empty = (await readPidFile(folder)) === null
  if (empty && Date.now() - found.mtimeMs < 1_000) return
  if (empty || (await findPostmaster(folder)) === null) await rm(path, { force: true })
}

/** Keeps at most two log files of about 5 MB. */
async function turnLogFile(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0
  if (size > 5_000_000) await rename(logFile, `${logFile}.1`)
}

async function lastComplaint(logFile: string, from: number): Promise<string | null> {
  const file = await open(logFile, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64_000), 0, 64_000, from)
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    const worst = lines.findLast((line) => /(FATAL|PANIC): /.test(line)) ?? lines.at(-1)
    return worst?.replace(/^.*?(FATAL|PANIC): +/, '') || null
  } finally {
    await file.close()
  }
}
