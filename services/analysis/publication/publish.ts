import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { explainFailure } from '../export/export-failed-error.ts'
import type { ExportDeps, ExportOptions, exportSeries } from '../export/export-series.ts'
import { makeFolder, openWorkFolder, sweepWorkFolders } from '../export/work-folder.ts'
import { countOptOuts, readPublishedSeries, storageKeyOf } from './published-series.ts'
import { replaceSeries } from './replace-series.ts'
import { notAsWritten, sweepFiles } from './stored-files.ts'

export interface PublishDeps extends ExportDeps {
  readonly database: Database
  readonly storage: Pick<Storage, 'put' | 'delete' | 'list'>
  /** Contains the work folder for files before they are stored. */
  readonly dataDir: string
  readonly exportSeries: typeof exportSeries
  random(size: number): Buffer
  readonly log: Pick<Log, 'warn'>
}

export interface PublishOptions extends Pick<ExportOptions, 'onProgress' | 'signal'> {
  /** Maximum number of published series. */
  readonly keep: number
}

/** Maximum attempts to export a series while players opt out concurrently; the last one is published anyway. */
const maxAttempts = 3

/** Timeout of a publication, ms. */
const timeoutMs = 6 * 3_600_000

/**
 * Exports a series, stores its files, publishes it, and deletes files that are no longer published. After a crash the
 * previous list is intact, and the next publication cleans up. Series that may contain plays of players who opted out
 * since are withdrawn. Throws LockHeldError when another process is publishing, NothingFoldedError, the reason of an
 * aborted signal, or else an ExportFailedError.
 */
export async function publish(deps: PublishDeps, options: PublishOptions): Promise<Series> {
  const { database, random, now } = deps
  const { keep } = options
  const lock = {
    lock: advisoryLocks.publication,
    applicationName: 'stepledger publication',
    signal: AbortSignal.any([options.signal, longest()]),
  }
  return withLock(database, lock, async (signal) => {
    const id = `${new Date(now()).toISOString().slice(0, 10)}-${random(4).toString('hex')}`
    for (let attempt = 1; ; attempt++) {
      const before = (await readPublishedSeries(database.pool)).map(({ series }) => series)
      const known = before[0] ? await whole(deps, before[0], signal) : null
      // Before the first player is read, so that an opt-out during the export is noticed.
      const optOuts = await countOptOuts(database.pool)
      const series = await exportAndStore(deps, { ...options, id, known, signal })
      const [missing] = await unlessAborted(signal, notAsWritten(deps.storage, series))
      if (missing) {
        // A month that did not change shares its files with a series that may have been withdrawn meanwhile.
        if ((await readPublishedSeries(database.pool)).length < before.length) continue
        throw new Error(`${missing.path} of the series is not in the storage`)
      }
      signal.throwIfAborted()
      options.onProgress({ what: 'Changing the list of series' })
      const made = { series, optOuts }
      const published = await replaceSeries(database, { before, made, keep, final: attempt >= maxAttempts })
      if (!published) continue
      await sweepFiles(deps, signal)
      return series
    }
  })
}

function longest(): AbortSignal {
  const limit = new AbortController()
  const late = () => limit.abort(new Error(`the publication took more than ${timeoutMs / 3_600_000} hours`))
  setTimeout(late, timeoutMs).unref()
  return limit.signal
}

interface Making extends PublishOptions, Pick<ExportOptions, 'id' | 'known'> {}

/** Exports a series and stores its files, without publishing it. */
async function exportAndStore(deps: PublishDeps, { id, known, onProgress, signal }: Making): Promise<Series> {
  const { dataDir } = deps
  await mkdir(dataDir, { recursive: true })
  await sweepWorkFolders(dataDir)
  const work = await openWorkFolder(dataDir)
  try {
    const folder = await makeFolder(work.path, 'files')
    const series = await deps.exportSeries(deps, {
      id,
      folder,
      work: work.path,
      prefix: `${id}/`,
      format: 'parquet',
      from: null,
      to: null,
      known,
      save: async () => {},
      onProgress,
      signal,
    })
    const doing = 'Putting the files into the storage'
    await store(deps, { folder, series, onProgress, signal, doing }).catch(async (error: unknown) => {
      throw await explainFailure(error, { doing, folders: [dataDir], signal })
    })
    return series
  } finally {
    await work.remove()
  }
}

interface Storing extends Pick<PublishOptions, 'onProgress' | 'signal'> {
  readonly folder: string
  readonly series: Series
  readonly doing: string
}

async function store({ storage }: PublishDeps, { folder, series, onProgress, signal, doing }: Storing) {
  const written = series.files.filter(({ path }) => path.startsWith(`${series.id}/`))
  for (const [done, { path, bytes: size }] of written.entries()) {
    onProgress({ what: doing, done, of: written.length, unit: 'files' })
    const stream = createReadStream(join(folder, path), { signal })
    await unlessAborted(signal, storage.put(storageKeyOf(path), { stream, size }))
  }
}

/** Returns the series, so that the next one can reuse its files; null, with a warning, if the storage lost any. */
async function whole(
  { storage, log }: PublishDeps,
  series: Series,
  signal: AbortSignal,
): Promise<Series | null> {
  const [first, ...others] = await unlessAborted(signal, notAsWritten(storage, series))
  if (!first) return series
  const more = others.length === 0 ? '' : `, and ${others.length} more files of it`
  log.warn(
    `published data: ${first.path} of series ${series.id} is ${first.found === null ? 'not in the storage' : `${first.found} bytes in the storage instead of ${first.bytes}`}${more}: every month is exported again`,
  )
  return null
}
