import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import { advisoryLocks, withLock } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { ExportFailedError, explainFailure } from '../export/export-failed-error.ts'
import type { ExportDeps, ExportOptions, exportSeries } from '../export/export-series.ts'
import { inWorkFolder, sweepWorkFolders } from '../export/work-folder.ts'
import {
  countDepartures,
  readPublishedSeries,
  readRowsFrom,
  storageKeyOf,
  storagePrefix,
} from './published-series.ts'

export interface PublishDeps extends ExportDeps {
  readonly database: Database
  readonly storage: Pick<Storage, 'put' | 'delete' | 'list'>
  /** Contains the work folder for files before they are stored. */
  readonly dataDir: string
  readonly exportSeries: typeof exportSeries
  random(size: number): Buffer
}

interface PublishOptions extends Pick<ExportOptions, 'onProgress' | 'signal'> {
  /** Maximum number of published series. */
  readonly keep: number
}

/** Formats of published files: for analysts, and for spreadsheets and the query box of `/data`. */
const formats = ['parquet', 'csv.gz'] as const

/** Timeout of a publication, ms. */
const timeoutMs = 6 * 3_600_000

/**
 * Exports a series, stores its files, publishes it in one transaction, and deletes the files that no published series
 * names. After a crash the previous list is intact, and the next publication cleans up. Throws LockHeldError when another
 * process is publishing, NothingFoldedError, the reason of an aborted signal, or ExportFailedError.
 */
export async function publish(deps: PublishDeps, { keep, ...options }: PublishOptions): Promise<Series> {
  const { database, random, now, dataDir } = deps
  const lock = {
    locks: [advisoryLocks.publication],
    applicationName: 'stepledger publication',
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
  }
  return withLock(database, lock, async (signal) => {
    const from = await readRowsFrom(database.pool)
    if (from && now() < from.getTime())
      throw new ExportFailedError(
        `Players were told by mail that rows are published from ${from.toISOString().slice(0, 10)} on: nothing is published before`,
      )
    const id = `${new Date(now()).toISOString().slice(0, 10)}-${random(4).toString('hex')}`
    // Before the first player is read: a series that misses an opt-out during its export is replaced, too.
    const departures = await countDepartures(database.pool)
    await mkdir(dataDir, { recursive: true })
    await sweepWorkFolders(dataDir)
    const series = await inWorkFolder(dataDir, async (folder) => {
      const made = await deps.exportSeries(deps, {
        ...options,
        id,
        folder,
        prefix: `${id}/`,
        formats,
        signal,
      })
      await store(deps, made, { folder, ...options, signal })
      return made
    })
    signal.throwIfAborted()
    options.onProgress({ what: 'Changing the list of series' })
    await database.transaction(async (tx) => {
      await tx.query('LOCK TABLE analysis.series IN EXCLUSIVE MODE')
      await tx.query(
        'INSERT INTO analysis.series (id, made_at, departures, contents) VALUES ($1, $2, $3, $4)',
        [id, series.madeAt, departures, JSON.stringify(series)],
      )
      await tx.query(
        `DELETE FROM analysis.series WHERE id <> $1 AND (departures <> $2
           OR id NOT IN (SELECT id FROM analysis.series ORDER BY made_at DESC, id LIMIT $3))`,
        [id, departures, keep],
      )
    })
    await sweepFiles(deps, signal)
    return series
  })
}

interface Storing extends Omit<PublishOptions, 'keep'> {
  readonly folder: string
}

async function store({ storage }: PublishDeps, { files }: Series, { folder, onProgress, signal }: Storing) {
  const what = 'Putting the files into the storage'
  for (const [done, { path, bytes: size }] of files.entries()) {
    onProgress({ what, done, of: files.length, unit: 'files' })
    const stream = createReadStream(join(folder, path), { signal })
    await unlessAborted(signal, storage.put(storageKeyOf(path), { stream, size })).catch(
      async (error: unknown) => {
        throw await explainFailure(error, { doing: what, folder, signal })
      },
    )
  }
}

type SweepDeps = Pick<PublishDeps, 'database' | 'storage'>

/** Deletes files that no published series names. Needs the lock: those of a running publication are not named yet. */
async function sweepFiles({ database, storage }: SweepDeps, signal: AbortSignal): Promise<void> {
  const published = await readPublishedSeries(database.pool)
  const named = new Set(published.flatMap(({ files }) => files.map(({ path }) => storageKeyOf(path))))
  for await (const { key } of storage.list(storagePrefix)) {
    signal.throwIfAborted()
    if (!named.has(key)) await storage.delete(key)
  }
}

/** Time in which a series is replaced after an opt-out or an erasure, ms. */
const replaceWithinMs = 23 * 3_600_000

/** Whether a published series may have rows of a player who opted out or was erased since. */
export async function isOutdated({ database }: Pick<PublishDeps, 'database'>): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    'SELECT FROM analysis.series s JOIN accounts.published_data d ON d.departures <> s.departures LIMIT 1',
  )
  return rowCount === 1
}

/**
 * Notes when a series was found outdated, and withdraws it if nothing replaced it within a day. Throws LockHeldError when
 * a publication is running, which deletes the files at its end.
 */
export async function withdrawOutdated(
  { database, storage, now }: SweepDeps & Pick<PublishDeps, 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const at = new Date(now())
  await database.pool.query(
    `UPDATE analysis.series s SET outdated_at = $1 FROM accounts.published_data d
     WHERE d.departures <> s.departures AND outdated_at IS NULL`,
    [at],
  )
  const { rowCount } = await database.pool.query('DELETE FROM analysis.series WHERE outdated_at <= $1', [
    new Date(at.getTime() - replaceWithinMs),
  ])
  if (rowCount === 0) return
  const lock = { locks: [advisoryLocks.publication], applicationName: 'stepledger withdrawal', signal }
  await withLock(database, lock, (signal) => sweepFiles({ database, storage }, signal))
}
