import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { settlerOf } from '../fold/settler.ts'
import { competitionCloserOf } from './close-competitions.ts'
import { dailyTotalsWriterOf } from './write-daily-totals.ts'

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
  const days = dailyTotalsWriterOf(engine, generation)
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

  async function writeDailyTotals(): Promise<void> {
    for (const slug of await days.write()) notify(slug)
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
    loop(dueMs, writeDailyTotals),
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
