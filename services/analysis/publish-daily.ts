import type { BackgroundWork } from '../platform/background/background-worker.ts'
import { LockHeldError } from '../platform/database/with-lock.ts'
import type { AnalysisDeps } from './deps.ts'
import { NothingFoldedError } from './export/export-failed-error.ts'
import { sweepWorkFolders } from './export/work-folder.ts'
import { publish } from './publication/publish.ts'
import { readPublishedSeries } from './publication/published-series.ts'
import { withdrawAfterOptOuts } from './publication/withdraw-after-opt-out-or-erasure.ts'
import type { CountPublication } from './publication-metrics.ts'

/** Polling interval while nothing can be published, ms. */
const pollMs = 60_000
/** Back-off after a failed publication, ms. */
const afterFailureMs = 15 * 60_000

/** Delay of a publication after which series are withdrawn as soon as a player in them opts out, ms. */
const tooLateMs = 86_400_000

/** Independent background tasks: a publication that hangs blocks neither of the others. */
interface DailyWorks {
  /** Publishes at the configured time of day; a missed publication is made up for at once. */
  readonly publish: BackgroundWork
  /** Withdraws series of players who opted out, if daily publication is off or a day late; else the next one does. */
  readonly withdraw: BackgroundWork
  /** Removes the work folders of killed exports, including those of other machines on the same disk. */
  readonly sweep: BackgroundWork
}

/** Returns the tasks. `count` is called after each publication. */
export function publishDaily(deps: AnalysisDeps, count: CountPublication): DailyWorks {
  const { database, now, disk, log, publishedData, dataDir } = deps
  const { at, keep } = publishedData
  let since = now()
  let notBefore = 0

  async function publishNow(signal: AbortSignal): Promise<void> {
    const startedAt = now()
    try {
      const { id, files } = await publish(deps, { keep, signal, onProgress: () => {} })
      count('published', (now() - startedAt) / 1000)
      log.info(`published the data as series ${id}, ${files.length} files`)
    } catch (error) {
      if (!isTransient(error) && !signal.aborted) count('failed', (now() - startedAt) / 1000)
      throw error
    }
  }

  /** Returns when the next publication is due, which may be in the past, ms since 1970. */
  async function nextDue(at: number): Promise<number> {
    const [newest] = await readPublishedSeries(database.pool)
    if (newest) since = Date.parse(newest.series.madeAt)
    return nextPublication(at, since)
  }

  return {
    async publish(signal) {
      if (at === null) return Number.POSITIVE_INFINITY
      const wait = Math.max(await nextDue(at), notBefore) - now()
      if (wait > 0) return wait
      if (disk.isLow()) return pollMs
      notBefore = now() + afterFailureMs
      try {
        await publishNow(signal)
      } catch (error) {
        if (!isTransient(error)) throw error
        notBefore = 0
        return pollMs
      }
      notBefore = 0
      return 0
    },
    async withdraw(signal) {
      if (at === null || now() - (await nextDue(at)) >= tooLateMs) await withdrawAfterOptOuts(deps, signal)
      return pollMs
    },
    async sweep() {
      const swept = await sweepWorkFolders(dataDir)
      if (swept > 0) log.info(`removed the temporary files of ${swept} exports that were killed`)
      return pollMs
    },
  }
}

/** True while an operator publishes or no generation is live yet. */
function isTransient(error: unknown): boolean {
  return error instanceof LockHeldError || error instanceof NothingFoldedError
}

const aMinute = 60_000
const aDay = 24 * 60 * aMinute

/** Returns the first time after `after` (ms since 1970) that is `at` minutes past midnight, UTC. */
export function nextPublication(at: number, after: number): number {
  const midnight = Math.floor(after / aDay) * aDay
  const today = midnight + at * aMinute
  return today > after ? today : today + aDay
}
