import type { BackgroundWork } from '../platform/background/background-worker.ts'
import { LockHeldError } from '../platform/database/with-lock.ts'
import type { AnalysisDeps } from './deps.ts'
import { NothingFoldedError } from './export/nothing-folded-error.ts'
import { sweepWorkFolders } from './export/work-folder.ts'
import { readOffered } from './publication/offered-series.ts'
import { nextPublication } from './publication/publication-time.ts'
import { publish } from './publication/publish.ts'
import { withdrawDeparted } from './publication/withdraw-departed.ts'
import type { CountPublication } from './publication-metrics.ts'

/** Polling interval while nothing can be published, ms. */
const pollMs = 60_000
/** Back-off after a failed publication, ms. */
const afterFailureMs = 15 * 60_000

/** Delay of a publication after which series are withdrawn as soon as a player in them opts out, ms. */
const tooLateMs = 86_400_000

/** The works of the published data. They are independent: a publication that stands still holds up neither of the others. */
export interface DailyWorks {
  /** Publishes at the configured time of day, and at once what was missed. */
  readonly publish: BackgroundWork
  /**
   * Where nothing is published by the clock, or nothing could be for a day, withdraws a series as soon as somebody has
   * left whose plays may be in it.
   */
  readonly withdraw: BackgroundWork
  /** Removes what exports that were killed have left in work folders, also those of other machines on this disk. */
  readonly sweep: BackgroundWork
}

/** `count` is called for each publication. */
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

  /** When the next publication is due, or was, ms since 1970. */
  async function nextDue(at: number): Promise<number> {
    const [newest] = await readOffered(database.pool)
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
      if (at === null || now() - (await nextDue(at)) >= tooLateMs) await withdrawDeparted(deps, signal)
      return pollMs
    },
    async sweep() {
      const swept = await sweepWorkFolders(dataDir)
      if (swept > 0) log.info(`removed the temporary files of ${swept} exports that were killed`)
      return pollMs
    },
  }
}

/** An operator is publishing, or no generation is live yet. */
function isTransient(error: unknown): boolean {
  return error instanceof LockHeldError || error instanceof NothingFoldedError
}
