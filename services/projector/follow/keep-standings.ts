import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { settlerOf } from '../fold/settler.ts'
import { eventCloserOf } from './close-events.ts'
import { dayKeeperOf } from './keep-days.ts'

export interface StandingsKeeper {
  readonly generation: Generation
  /** Lets what is at hand be committed or rolled back, then stops. */
  stop(): Promise<void>
}

/** Well within the two seconds in which a play is to be seen in the standings. */
const everyMs = 500

export interface KeepOptions {
  readonly log: Log
  /** How long after its last plays could come in an event is closed, ms. Null: only by an operator. */
  readonly closeAfterMs: number | null
}

/**
 * Keeps the standings of the live generation up to its plays and to what the ledger says of events, and tells what
 * changed.
 */
export function keepStandings(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  generation: Generation,
  { log, closeAfterMs }: KeepOptions,
): StandingsKeeper {
  const settler = settlerOf(engine, generation)
  const days = dayKeeperOf(engine, generation)
  const stopping = new AbortController()
  const { signal } = stopping
  const closer =
    closeAfterMs === null ? null : eventCloserOf(engine, { generation, log, afterMs: closeAfterMs, signal })
  let read = -1

  const tell = (slug: string) => engine.push.publish({ kind: 'standings', generation: generation.id, slug })

  async function settle(): Promise<void> {
    const [end = 0] = await engine.ledger.ends('rules')
    if (end === read && !(await settler.isWaiting())) return
    for (const slug of await settler.settle()) tell(slug)
    read = end
  }

  async function keepDays(): Promise<void> {
    for (const slug of await days.keep()) tell(slug)
  }

  async function again(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (signal.aborted) return
        log.warn(`standings: ${errorMessage(error)}`)
      })
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  // Beside each other: a day of a large event, and closing it, take seconds, which no play is to wait for.
  const keeping = Promise.all([again(settle), again(keepDays), ...(closer ? [again(closer.close)] : [])])
  return {
    generation,
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}
