import { timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import { settledCompetitions } from '@stepledger/projections/standings/progress.ts'
import { LockHeldError } from '../../platform/database/with-lock.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { appendClosing } from '../competitions/append-closing.ts'
import { appendUnlessChanged, CompetitionChangedError } from '../competitions/append-unless-changed.ts'
import { awaitScores } from '../competitions/await-scores.ts'

/** Interval of checks for competitions to close, and timeout of a check that waits for standings. */
const checkMs = 10_000
const timeoutMs = 5_000

interface Options {
  readonly generation: Generation
  readonly log: Log
  /** Delay after the end of the grace period, ms, in which an operator may extend or rescore it. */
  readonly afterMs: number
  readonly signal: AbortSignal
}

/** Closes competitions that are over, like `ledger event close`. `now`: the clock, ms since 1970. */
export function competitionCloserOf(
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  { generation, log, afterMs, signal }: Options,
  now: () => number = Date.now,
): { close(): Promise<void> } {
  let nextCheck = 0
  const refused = new Set<string>()

  async function closeOne({ document, offset }: CompetitionState): Promise<void> {
    const { slug } = document
    const closing = await awaitScores({ database, ledger }, document, { signal, timeoutMs })
    if (!closing) return
    // The parked events may include plays of the competition, so an operator must decide.
    if (closing.parked > 0) {
      if (!refused.has(slug))
        log.warn(
          `${slug} is over, but not closed because of parked events (${closing.parked}): close it with \`ledger event close\``,
        )
      refused.add(slug)
      return
    }
    const { scores, digest } = closing.closed
    const at = await appendUnlessChanged({ database, ledger }, { slug, offset, signal }, () =>
      appendClosing(ledger, closing, now()),
    )
    log.info(`${slug} is closed (0:${at}): ${scores} scores, SHA-256 ${digest}`)
  }

  return {
    async close() {
      if (now() < nextCheck) return
      nextCheck = now() + checkMs
      for (const state of await settledCompetitions(database.pool, generation.schema)) {
        if (state.closed || now() < timesOf(state.document).closes + afterMs) continue
        await closeOne(state).catch((error: unknown) => {
          // Another process is closing it, or it was changed: checked again at the next interval.
          if (!(error instanceof CompetitionChangedError || error instanceof LockHeldError)) throw error
        })
      }
    },
  }
}
