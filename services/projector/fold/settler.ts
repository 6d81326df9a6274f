import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { KnownStandings } from '@stepledger/projections/standings/known-standings.ts'
import { isWaitingToSettle, settledUpTo } from '@stepledger/projections/standings/progress.ts'
import {
  type CompetitionEvents,
  StaleStandingsError,
  settleStandings,
} from '@stepledger/projections/standings/settle-standings.ts'
import type pg from 'pg'
import { readCompetitionEvents } from '../../competition-streams.ts'
import type { Engine } from '../../platform/engine.ts'

/** Settles the standings of one generation, and caches them between runs. */
export interface Settler {
  readonly generation: Generation
  /** Reads the ledger's changes of competitions that are not settled yet. */
  readEvents(): Promise<CompetitionEvents>
  /** Whether plays changed since the last run. */
  isWaiting(): Promise<boolean>
  /** Settles within the caller's transaction; returns the changed competitions. Throws StaleStandingsError. */
  settleWithin(tx: pg.PoolClient, events: CompetitionEvents): Promise<readonly string[]>
  /** Settles in its own transaction, and retries after StaleStandingsError. */
  settle(): Promise<readonly string[]>
}

/** `now`: the clock, ms since 1970. */
export function settlerOf(
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  generation: Generation,
  now: () => number = Date.now,
): Settler {
  let known: KnownStandings | null = null

  async function readEvents(): Promise<CompetitionEvents> {
    return readCompetitionEvents(ledger, await settledUpTo(database.pool, generation.schema))
  }

  async function settleWithin(tx: pg.PoolClient, events: CompetitionEvents): Promise<readonly string[]> {
    // The cache is modified in place, so it is dropped until this succeeds.
    const cached = known
    known = null
    // Locks the row until the end: only the code version that filled a generation writes to it.
    const { rowCount } = await tx.query(
      'select from projector.generations where id = $1 and code_version = $2 for share',
      [generation.id, codeVersion],
    )
    if (rowCount === 0) return []
    const settled = await settleStandings({ ...generation, tx }, { events, known: cached, now: now() })
    known = settled.known
    return settled.changed
  }

  return {
    generation,
    readEvents,
    settleWithin,
    isWaiting: () => isWaitingToSettle(database.pool, generation.schema),
    async settle() {
      for (;;) {
        const events = await readEvents()
        try {
          return await database.transaction((tx) => settleWithin(tx, events), { durable: false })
        } catch (error) {
          known = null
          if (!(error instanceof StaleStandingsError)) throw error
        }
      }
    },
  }
}
