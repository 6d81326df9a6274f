import { NothingFoldedError } from '../platform/analysis/export/nothing-folded-error.ts'
import { readOffered } from '../platform/analysis/publication/offered-series.ts'
import { nextPublication } from '../platform/analysis/publication/publication-time.ts'
import { publish } from '../platform/analysis/publication/publish.ts'
import { withdrawDeparted } from '../platform/analysis/publication/withdraw-departed.ts'
import type { Work } from '../platform/background/work-in-background.ts'
import { LockHeldError } from '../platform/database/holding-lock.ts'
import type { AnalysisDeps } from './deps.ts'
import type { CountPublication } from './publication-metrics.ts'

/**
 * After how long to look again when nothing can be published now, ms; and after how long to try again what has failed.
 */
const soonMs = 60_000
const afterFailureMs = 15 * 60_000

/** When a publication is late by so much, a series goes as soon as somebody has left whose plays may be in it, ms. */
const tooLateMs = 86_400_000

/**
 * Publishes at the configured time of day, and at once what was missed. Where nothing is published by the clock, or
 * nothing could be for a day, a series goes as soon as somebody has left whose plays may be in it. `count` is called
 * for each publication.
 */
export function publishDaily(deps: AnalysisDeps, count: CountPublication): Work {
  const { database, now, disk, log, publishedData } = deps
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

  return async (signal) => {
    try {
      if (at === null) {
        await withdrawDeparted(deps, signal)
        return soonMs
      }
      const [newest] = await readOffered(database.pool)
      if (newest) since = Date.parse(newest.series.madeAt)
      const due = nextPublication(at, since)
      const wait = Math.max(due, notBefore) - now()
      if (wait > 0) return wait
      const withdrawWhenLate = async () => {
        if (now() - due >= tooLateMs) await withdrawDeparted(deps, signal)
      }
      if (disk.isLow()) {
        await withdrawWhenLate()
        return soonMs
      }
      notBefore = now() + afterFailureMs
      try {
        await publishNow(signal)
      } catch (error) {
        await withdrawWhenLate()
        throw error
      }
      notBefore = 0
      return 0
    } catch (error) {
      if (isTransient(error)) return soonMs
      throw error
    }
  }
}

/** An operator publishes at this moment; or the projector has just begun. */
function isTransient(error: unknown): boolean {
  return error instanceof LockHeldError || error instanceof NothingFoldedError
}
