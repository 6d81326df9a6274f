import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Database } from '../../database/database.ts'
import { holdingLock } from '../../database/holding-lock.ts'
import type { Log } from '../../log/log.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ExportDeps, ExportOptions, exportSeries } from '../export/export-series.ts'
import { countDepartures, readOffered, storageKeyOf } from './offered-series.ts'
import { replaceOffered } from './replace-offered.ts'
import { notAsWritten, sweepFiles } from './stored-files.ts'

export interface PublishDeps extends ExportDeps {
  readonly database: Database
  readonly storage: Pick<Storage, 'put' | 'delete' | 'list'>
  /** Below it files are written before they are put into the storage. */
  readonly dataDir: string
  readonly exportSeries: typeof exportSeries
  readonly log: Pick<Log, 'warn'>
}

export interface PublishOptions extends Pick<ExportOptions, 'onProgress' | 'signal'> {
  /** How many series are offered at once. */
  readonly keep: number
}

/** How often a series is made, since somebody left meanwhile, until one is offered nonetheless. */
const attempts = 3

/**
 * Exports a series, puts its files into the storage and offers it; what is offered no more is deleted. Killed anywhere,
 * the list of before is whole, and the next publication clears up. Series that may hold plays of players who left since
 * are offered no more. Throws LockHeldError when another process is publishing, NothingFoldedError.
 */
export async function publish(deps: PublishDeps, options: PublishOptions): Promise<Series> {
  const { database, random, now } = deps
  const { keep, signal } = options
  const lock = { lock: advisoryLocks.publication, applicationName: 'stepledger publication', signal }
  return holdingLock(database, lock, async (signal) => {
    const before = (await readOffered(database.pool)).map(({ series }) => series)
    const known = before[0] ? await whole(deps, before[0]) : null
    const id = `${new Date(now()).toISOString().slice(0, 10)}-${random(4).toString('hex')}`
    for (let attempt = 1; ; attempt++) {
      // Before the first player is read: anyone who leaves from now on is counted as one who may be in it.
      const departures = await countDepartures(database.pool)
      const series = await exportAndStore(deps, { ...options, id, known, signal })
      signal.throwIfAborted()
      const made = { series, departures }
      const offered = await replaceOffered(database, { before, made, keep, final: attempt === attempts })
      if (!offered) continue
      await sweepFiles(deps, signal)
      return series
    }
  })
}

interface Making extends PublishOptions, Pick<ExportOptions, 'id' | 'known'> {}

/** Its files lie in the storage then, and nothing names them yet. */
async function exportAndStore(deps: PublishDeps, { id, known, onProgress, signal }: Making): Promise<Series> {
  const { storage, dataDir } = deps
  const folder = join(dataDir, 'publishing')
  // What a crash has left.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const series = await deps.exportSeries(deps, {
      id,
      folder,
      prefix: `${id}/`,
      format: 'parquet',
      from: null,
      to: null,
      known,
      save: async () => {},
      onProgress,
      signal,
    })
    const written = series.files.filter(({ path }) => path.startsWith(`${id}/`))
    for (const [done, { path, bytes: size }] of written.entries()) {
      signal.throwIfAborted()
      onProgress({ what: 'Storing', done, of: written.length, unit: 'files' })
      await storage.put(storageKeyOf(path), { stream: createReadStream(join(folder, path)), size })
    }
    const [missing] = await notAsWritten(storage, series)
    if (missing) throw new Error(`${missing.path} of the series is not in the storage`)
    return series
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The series, of which a later one may keep files; null when the storage has not all of them, which the log then says.
 */
async function whole({ storage, log }: PublishDeps, series: Series): Promise<Series | null> {
  const [first, ...others] = await notAsWritten(storage, series)
  if (!first) return series
  const more = others.length === 0 ? '' : `, and ${others.length} more files of it`
  log.warn(
    `published data: ${first.path} of series ${series.id} is ${first.found === null ? 'not in the storage' : `${first.found} bytes in the storage instead of ${first.bytes}`}${more}: every month is exported again`,
  )
  return null
}
