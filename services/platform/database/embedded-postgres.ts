import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { findHolderAt } from '../data-dir/holder.ts'
import type { Log } from '../log/log.ts'
import { findBinaries, packageOfPostgres } from './embedded/binaries.ts'
import { bringUp, type Place, type Running } from './embedded/bring-up.ts'
import { connectionUrl } from './embedded/connection-file.ts'
import { nameFullDisk } from './embedded/full-disk.ts'
import { findPostmaster, isRunning, type Postmaster, stopPostmaster } from './embedded/postmaster.ts'
import { runAs } from './embedded/run-as.ts'

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: Log
  /** Gives up the start: what was started is stopped, and the reason thrown. */
  signal?: AbortSignal
  /** The role of `ownerUrl` may make databases: for tests. */
  ownerMakesDatabases?: boolean
}

export type EmbeddedPostgres = {
  /**
   * For any Postgres client, as the application: no superuser, and not the owner of the tables of record. Holds the
   * password.
   */
  url: string
  /** As the owner of database and tables, for migrations. No superuser, either: nobody connects as one. */
  ownerUrl: string
  /** It was running already, left by a process that was killed, or belonging to one that runs. */
  adopted: boolean
  /**
   * Stops it and returns when it is gone, within 5 s by default, ms. Leaves it running when another process holds this
   * DATA_DIR. Let go of the own hold on DATA_DIR before or not, as you like. `held`: this process had it, so that one
   * that doesn't answer is stopped as well.
   */
  stop(options?: { withinMs?: number; held?: boolean }): Promise<void>
}

/**
 * Runs the private Postgres of `dataDir`, on 127.0.0.1 only; makes it at the first start. When it dies later it is
 * started again, so anyone who uses it needs only to retry. Throws one clear sentence when it can't run; nothing of it
 * runs then that did not before.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const place = await prepare(options)
    return await keep(place, await bringUp(place, false))
  } catch (error) {
    options.signal?.throwIfAborted()
    throw await nameFullDisk(options.dataDir, error)
  }
}

/** Where root keeps what others are to run. */
export const copyDir = '/var/cache/stepledger'

async function prepare(options: EmbeddedPostgresOptions): Promise<Place> {
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

function keep(place: Place, first: Running): EmbeddedPostgres {
  const supervisor = keepRunning(place, first)
  const url = connectionUrl(first.connection)
  return {
    url,
    ownerUrl: connectionUrl(first.connection, 'owner'),
    adopted: first.adopted,
    async stop({ withinMs = 5_000, held = false } = {}) {
      const deadline = performance.now() + withinMs
      const last = await supervisor.end()
      const holder = await findHolderAt(url, withinMs / 4).catch(() => undefined)
      // One that we only found here, and that does not say who works with it, may be another process's.
      if (holder === undefined && first.adopted && !held) return
      if (holder && holder.pid !== process.pid) return
      await stopPostmaster(last, place.log, deadline - performance.now())
    },
  }
}

/** Looks twice a second whether it still runs (an adopted one is nobody's child) and starts it again. */
function keepRunning(startPlace: Place, first: Running): { end(): Promise<Postmaster> } {
  const ending = new AbortController()
  const place = { ...startPlace, signal: ending.signal }
  let running = first
  let work = Promise.resolve()
  const timer = setInterval(() => {
    if (isRunning(running.postmaster)) return
    work = work.then(restart)
  }, 500)
  timer.unref()

  async function restart(): Promise<void> {
    if (isRunning(running.postmaster)) return
    place.log.warn('Postgres has ended, it is started again')
    try {
      running = await bringUp(place, true)
    } catch (error) {
      if (!ending.signal.aborted) place.log.error(errorMessage(await nameFullDisk(place.dataDir, error)))
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
