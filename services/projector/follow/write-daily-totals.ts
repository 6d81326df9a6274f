import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { settledCompetitions } from '@stepledger/projections/standings/progress.ts'
import {
  areDailyTotalsOutdated,
  writeDailyTotals,
} from '@stepledger/projections/standings/write-daily-totals.ts'
import type { Engine } from '../../platform/engine.ts'

interface DailyTotalsWriter {
  /** Stores the daily standings that are due; returns the slugs of their competitions. */
  write(): Promise<readonly string[]>
}

/** Interval of checks whether a day has ended, or plays of past days changed; longer where totals take long. */
const checkMs = 10_000
const shareOfTime = 0.02

/** Stores the standings at the end of each day of a competition. `now`: the clock, ms since 1970. */
export function dailyTotalsWriterOf(
  { database }: Pick<Engine, 'database'>,
  generation: Generation,
  now: () => number = Date.now,
): DailyTotalsWriter {
  let nextCheck = 0

  async function writeIfOutdated(state: CompetitionState): Promise<boolean> {
    return database.transaction(
      async (tx) => {
        const into = { ...generation, tx }
        if (!(await areDailyTotalsOutdated(into, state, now()))) return false
        await writeDailyTotals(into, state, now())
        return true
      },
      { durable: false },
    )
  }

  return {
    async write() {
      if (now() < nextCheck) return []
      nextCheck = now() + checkMs
      const startedAt = performance.now()
      const written: string[] = []
      for (const state of await settledCompetitions(database.pool, generation.schema))
        if (await writeIfOutdated(state)) written.push(state.document.slug)
      nextCheck = Math.max(nextCheck, now() + (performance.now() - startedAt) / shareOfTime)
      return written
    },
  }
}
