import type { Generation } from '@stepledger/projections/generation.ts'
import type { EventState } from '@stepledger/projections/standings/event-state.ts'
import { daysAreDue, keepDays } from '@stepledger/projections/standings/keep-days.ts'
import type { Engine } from '../../platform/engine.ts'

export interface DayKeeper {
  /** Makes the days of events that are due; gives these events. */
  keep(): Promise<readonly string[]>
}

/** How often is looked whether a day has ended, ms. */
const everyMs = 10_000

/** Keeps what everybody had at the end of each day, beside the standings of now. `now`: the clock, ms since 1970. */
export function dayKeeperOf(
  { database }: Pick<Engine, 'database'>,
  generation: Generation,
  now: () => number = Date.now,
): DayKeeper {
  let lookNext = 0

  async function keepOf(state: EventState): Promise<boolean> {
    return database.transaction(
      async (tx) => {
        const into = { ...generation, tx }
        if (!(await daysAreDue(into, state, now()))) return false
        await keepDays(into, state, now())
        return true
      },
      { durable: false },
    )
  }

  return {
    async keep() {
      if (now() < lookNext) return []
      lookNext = now() + everyMs
      const { rows } = await database.pool.query<{ slug: string; state: EventState }>(
        `select slug, state from ${generation.schema}.events`,
      )
      const kept: string[] = []
      for (const { slug, state } of rows) if (await keepOf(state)) kept.push(slug)
      return kept
    },
  }
}
