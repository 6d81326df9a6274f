import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Log } from '../platform/log/log.ts'
import { findBinaries, packageOfPostgres } from './binaries.ts'
import { bringUp, type Running, type StartContext } from './bring-up.ts'
import { connectionUrl } from './connection-file.ts'
import { findHolderAt } from './data-dir/holder.ts'
import { nameDiskFault } from './disk-fault.ts'
import { findPostmaster, isRunning, type Postmaster, stopPostmaster } from './postmaster.ts'
import { runAs } from './run-as.ts'

type EmbeddedPostgresOptions = {
  dataDir: string
  log: Log
  /** Aborts the start: stops Postgres if it was started, and throws the reason. */
  signal?: AbortSignal
  /** Whether the role of `ownerUrl` may create databases; for tests. */
  ownerMakesDatabases?: boolean
}

export type EmbeddedPostgres = {
  /**
   * Connection string of the application role: no superuser, and not the owner of the tables of record. Contains the
   * password.
   */
  url: string
  /** Connection string of the owner of database and tables, for migrations. No superuser either. */
  ownerUrl: string
  /** Whether it was already running, orphaned by a killed process or used by a live one. */
  adopted: boolean
  /**
   * Stops it and resolves once it has exited, by default within 5 s (`withinMs`). Leaves it running if another process
   * holds DATA_DIR. DATA_DIR may be released before or after. `held`: this process held it, so an unresponsive
   * Postgres is stopped too.
   */
  stop(options?: { withinMs?: number; held?: boolean }): Promise<void>
}

/**
 * Runs the private Postgres of `dataDir`, on a Unix socket and 127.0.0.1 only, and creates its cluster at the first
 * start. If it exits it is restarted, so clients need only retry. If the start fails, throws a one-line error and leaves
 * no new process behind.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const context = await prepare(options)
    return await supervised(context, await bringUp(context, false))
  } catch (error) {
    options.signal?.throwIfAborted()
    throw await nameDiskFault(options.dataDir, error)
  }
}

/** Where root copies programs that another user runs. */
export const copyDir = '/var/cache/stepledger'

async function prepare(options: EmbeddedPostgresOptions): Promise<StartContext> {
  const { log, signal = new AbortController().signal, ownerMakesDatabases = false } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const user = await runAs(folder, (await findPostmaster(folder)) !== null)
  const packageDir = await packageOfPostgres()
  const linksDir = join(dataDir, 'postgres-libraries')
  const binaries = await findBinaries(packageDir, user, { linksDir, copyDir })
  const logFile = join(dataDir, 'postgres.log')
  return { dataDir, folder, logFile, user, binaries, log, signal, ownerMakesDatabases }
}

function supervised(context: StartContext, first: Running): EmbeddedPostgres {
  const supervisor = supervise(context, first)
  const url = connectionUrl(first.connection, context.dataDir)
  return {
    url,
    ownerUrl: connectionUrl(first.connection, context.dataDir, 'owner'),
    adopted: first.adopted,
    async stop({ withinMs = 5_000, held = false } = {}) {
      const deadline = performance.now() + withinMs
      const last = await supervisor.end()
      const holder = await findHolderAt(url, withinMs / 4).catch(() => undefined)
      // An adopted Postgres whose holder is unknown may be used by another process.
      if (holder === undefined && first.adopted && !held) return
      if (holder && holder.pid !== process.pid) return
      await stopPostmaster(last, context.log, deadline - performance.now())
    },
  }
}

/** Polls twice a second and restarts Postgres if it has died. No exit event exists for an adopted one. */
function supervise(startContext: StartContext, first: Running): { end(): Promise<Postmaster> } {
  const ending = new AbortController()
  const context = { ...startContext, signal: ending.signal }
  let running = first
  let work = Promise.resolve()
  const timer = setInterval(() => {
    if (isRunning(running.postmaster)) return
    work = work.then(restart)
  }, 500)
  timer.unref()

  async function restart(): Promise<void> {
    if (isRunning(running.postmaster)) return
    context.log.warn('Postgres has exited and is restarted')
    try {
      running = await bringUp(context, true)
    } catch (error) {
      if (!ending.signal.aborted) context.log.error(errorMessage(await nameDiskFault(context.dataDir, error)))
    }
  }

  return {
    async end() {
      clearInterval(timer)
      ending.abort()
      await work
      return running.postmaster
    },
  }
}
