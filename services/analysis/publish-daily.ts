import { NothingFoldedError } from '../platform/analysis/export/export-series.ts'
import { readOffered } from '../platform/analysis/publication/offered-series.ts'
import { nextPublication } from '../platform/analysis/publication/publication-time.ts'
import { publish } from '../platform/analysis/publication/publish.ts'
import { withdrawDeparted } from '../platform/analysis/publication/withdraw-departed.ts'
import type { Work } from '../platform/background/work-in-background.ts'
import { LockHeldError } from '../platform/database/holding-lock.ts'
import type { AnalysisDeps } from './deps.ts'

/** After how long to look again when nothing can be published now, ms; and after how long to try again what has failed. */
const soonMs = 60_000
const afterFailureMs = 15 * 60_000

/**
 * Publishes at the configured time of day, and at once what was missed. Where nothing is published by the clock, a series goes as soon as
 * somebody has left whose plays may be in it.
 */
export function publishDaily(deps: AnalysisDeps): Work {
  const { database, now, disk, log, publishedData } = deps
  const { at, keep } = publishedData
  const startedAt = now()
  let notBefore = 0
  return async (signal) => {
    try {
      if (at === null) {
        await withdrawDeparted(deps, signal)
        return soonMs
      }
      const [newest] = await readOffered(database.pool)
      const due = nextPublication(at, newest ? Date.parse(newest.series.madeAt) : startedAt)
      const wait = Math.max(due, notBefore) - now()
      if (wait > 0) return wait
      if (disk.isLow()) return soonMs
      notBefore = now() + afterFailureMs
      const { id, files } = await publish(deps, { keep, signal, onProgress: () => {} })
      notBefore = 0
      log.info(`published the data as series ${id}, ${files.length} files`)
      return 0
    } catch (error) {
      // An operator publishes at this moment; or the projector has just begun.
      if (error instanceof LockHeldError || error instanceof NothingFoldedError) return soonMs
      throw error
    }
  }
}
