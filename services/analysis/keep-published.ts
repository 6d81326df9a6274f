import type { BackgroundWork } from '../platform/background/background-worker.ts'
import type { Config } from '../platform/config/config.ts'
import { LockHeldError } from '../platform/database/advisory-locks.ts'
import type { DiskSpace } from '../platform/disk/disk-space.ts'
import type { Log } from '../platform/log/log.ts'
import { NothingFoldedError } from './export/export-failed-error.ts'
import { sweepWorkFolders } from './export/work-folder.ts'
import { isOutdated, type PublishDeps, publish, withdrawOutdated } from './publication/publish.ts'
import { readPublishedSeries, readRowsFrom } from './publication/published-series.ts'
import type { CountPublication } from './publication-metrics.ts'

export interface KeepDeps extends PublishDeps {
  readonly log: Log
  /** The disk of `dataDir`. */
  readonly disk: Pick<DiskSpace, 'isLow'>
  readonly publishedData: Config['publishedData']
}

/** Polling interval, ms. */
const pollMs = 60_000
/** Back-off after a failed publication, ms. */
const afterFailureMs = 15 * 60_000
/** A series with a player who left is replaced as soon as it is this old, so at most twice a day, ms. */
const replaceAfterMs = 12 * 3_600_000

/** Background tasks that keep the published data up to date. They are independent: one that hangs blocks no other. */
interface KeepWorks {
  /** Publishes at the start of each month, and after opt-outs and erasures; what was missed is made up for at once. */
  readonly publish: BackgroundWork
  /** Withdraws series that no publication replaced in time. */
  readonly withdraw: BackgroundWork
  /** Removes the work folders of killed exports. */
  readonly sweep: BackgroundWork
}

/** `count` is called after each publication. */
export function keepPublished(deps: KeepDeps, count: CountPublication): KeepWorks {
  const { database, now, disk, log, publishedData, dataDir } = deps
  const { at, keep } = publishedData
  const startedAt = now()
  let notBefore = 0

  /** ms since 1970; may be in the past. */
  async function nextDue(minutes: number): Promise<number> {
    const [newest] = await readPublishedSeries(database.pool)
    const rowsFrom = (await readRowsFrom(database.pool))?.getTime() ?? 0
    const madeAt = newest && Date.parse(newest.madeAt)
    if (madeAt !== undefined && (await isOutdated(deps))) return madeAt + replaceAfterMs
    // The first series of a site does not wait for the next month.
    if (madeAt === undefined) return nextTime(minutes, Math.max(startedAt, rowsFrom))
    return nextOfMonth(minutes, madeAt)
  }

  return {
    async publish(signal) {
      if (at === null) return Number.POSITIVE_INFINITY
      const wait = Math.max(await nextDue(at), notBefore) - now()
      if (wait > 0) return Math.min(wait, pollMs)
      if (disk.isLow()) return pollMs
      const begin = now()
      notBefore = begin + afterFailureMs
      try {
        const { id, files } = await publish(deps, { keep, signal, onProgress: () => {} })
        count('published', (now() - begin) / 1000)
        log.info(`published the data as series ${id}, ${files.length} files`)
      } catch (error) {
        // An operator publishes, or no generation is live yet.
        const isTransient = error instanceof LockHeldError || error instanceof NothingFoldedError
        if (!isTransient && !signal.aborted) count('failed', (now() - begin) / 1000)
        if (!isTransient) throw error
        notBefore = 0
        return pollMs
      }
      notBefore = 0
      return 0
    },
    async withdraw(signal) {
      await withdrawOutdated(deps, signal).catch((error: unknown) => {
        if (!(error instanceof LockHeldError)) throw error
      })
      return pollMs
    },
    async sweep() {
      const swept = await sweepWorkFolders(dataDir)
      if (swept > 0) log.info(`removed the temporary files of ${swept} exports that were killed`)
      return pollMs
    },
  }
}

/** `minutes` past midnight, UTC; `after`: ms since 1970. */
function nextTime(minutes: number, after: number): number {
  const aDay = 86_400_000
  const today = Math.floor(after / aDay) * aDay + minutes * 60_000
  return today > after ? today : today + aDay
}

/** The same, on the first day of a month. */
function nextOfMonth(minutes: number, after: number): number {
  const next = new Date(nextTime(minutes, after))
  if (next.getUTCDate() === 1) return next.getTime()
  return Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1) + minutes * 60_000
}
