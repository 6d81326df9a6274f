import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Series, SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Database } from '../../database/database.ts'
import { holdingLock } from '../../database/holding-lock.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ExportDeps, ExportOptions, exportSeries } from '../export/export-series.ts'
import { countDepartures, readOffered, storageKeyOf } from './offered-series.ts'
import { replaceOffered } from './replace-offered.ts'
import { storedSizes, sweepFiles } from './stored-files.ts'

export interface PublishDeps extends ExportDeps {
  readonly database: Database
  readonly storage: Pick<Storage, 'put' | 'delete' | 'list'>
  /** Below it files are written before they are put into the storage. */
  readonly dataDir: string
  readonly exportSeries: typeof exportSeries
}

export interface PublishOptions extends Pick<ExportOptions, 'onProgress' | 'signal'> {
  /** How many series are offered at once. */
  readonly keep: number
}

/**
 * Exports a series, puts its files into the storage and offers it; what is offered no more is deleted. Killed anywhere, the list of before is
 * whole, and the next publication clears up. Series that may hold plays of players who left since are offered no more. Throws LockHeldError
 * when somebody else is publishing, NothingFoldedError.
 */
export async function publish(deps: PublishDeps, options: PublishOptions): Promise<Series> {
  const { database, storage, dataDir, random, now } = deps
  const { keep, signal, onProgress } = options
  const lock = { lock: advisoryLocks.publication, applicationName: 'stepledger publication', signal }
  return holdingLock(database, lock, async (signal) => {
    const folder = join(dataDir, 'publishing')
    // What a crash has left.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    try {
      const before = (await readOffered(database.pool)).map(({ series }) => series)
      const known = before[0] && (await isWhole(storage, before[0])) ? before[0] : null
      // Before the first player is read: anyone who leaves from now on is counted as one who may be in it.
      const departures = await countDepartures(database.pool)
      const id = `${new Date(now()).toISOString().slice(0, 10)}-${random(4).toString('hex')}`
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
      if (!(await isWhole(storage, series))) throw new Error('a file of the series is not in the storage')
      signal.throwIfAborted()
      await replaceOffered(database, { before, made: { series, departures }, keep })
      await sweepFiles(deps, signal)
      return series
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function isWhole(storage: Pick<Storage, 'list'>, { files }: Series): Promise<boolean> {
  const sizes = await storedSizes(storage)
  return files.every(({ path, bytes }: SeriesFile) => sizes.get(storageKeyOf(path)) === bytes)
}
