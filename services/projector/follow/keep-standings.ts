import { setTimeout as sleep } from 'node:timers/promises'
import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { settledCompetitions } from '@stepledger/projections/standings/progress.ts'
import {
  areDailyTotalsOutdated,
  writeDailyTotals,
} from '@stepledger/projections/standings/write-daily-totals.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { settlerOf } from '../fold/settler.ts'
import { competitionCloserOf } from './close-competitions.ts'

export interface StandingsKeeper {
  readonly generation: Generation
  /** Stops after running transactions are committed or rolled back. */
  stop(): Promise<void>
}

/** Polling interval, ms: a play must appear in the standings within two seconds. */
const pollMs = 1_000
/** Interval at which work that keeps its own time looks whether it is due, ms. */
const dueMs = 5_000

interface KeepOptions {
  readonly log: Log
  /** Delay after the grace period after which a competition is closed automatically, ms. Null: only by an operator. */
  readonly closeAfterMs: number | null
}

/**
 * Keeps the standings of the live generation current with its plays and the ledger's changes of competitions, and
 * publishes notices of changes.
 */
export function keepStandings(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  generation: Generation,
  { log, closeAfterMs }: KeepOptions,
): StandingsKeeper {
  const settler = settlerOf(engine, generation)
  const writeDueTotals = dailyTotalsWriter(engine, generation)
  const stopping = new AbortController()
  const { signal } = stopping
  const closer =
    closeAfterMs === null
      ? null
      : competitionCloserOf(engine, { generation, log, afterMs: closeAfterMs, signal })
  let read = -1

  const notify = (slug: string) => engine.push.publish({ kind: 'standings', generation: generation.id, slug })

  async function settle(): Promise<void> {
    const [end = 0] = await engine.ledger.ends('rules')
    if (end === read && !(await settler.isWaiting())) return
    for (const slug of await settler.settle()) notify(slug)
    read = end
  }

  async function loop(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (signal.aborted) return
        log.warn(`the standings could not be updated: ${errorMessage(error)}`)
      })
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  // Concurrent loops: daily standings and the closing of a large competition take seconds, and must not delay plays.
  const keeping = Promise.all([
    loop(pollMs, settle),
    loop(dueMs, async () => (await writeDueTotals()).forEach(notify)),
    ...(closer ? [loop(dueMs, closer.close)] : []),
  ])
  return {
    generation,
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

/** Interval of checks whether a day has ended, or plays of past days changed; longer where totals take long. */
const checkMs = 10_000
const shareOfTime = 0.02

/**
 * Stores the standings at the end of each day of a competition that are due; returns the slugs of their competitions.
 * `now`: the clock, ms since 1970.
 */
function dailyTotalsWriter(
  { database }: Pick<Engine, 'database'>,
  generation: Generation,
  now: () => number = Date.now,
): () => Promise<readonly string[]> {
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

  return async () => {
    if (now() < nextCheck) return []
    nextCheck = now() + checkMs
    const startedAt = performance.now()
    const written: string[] = []
    for (const state of await settledCompetitions(database.pool, generation.schema))
      if (await writeIfOutdated(state)) written.push(state.document.slug)
    nextCheck = Math.max(nextCheck, now() + (performance.now() - startedAt) / shareOfTime)
    return written
  }
}
