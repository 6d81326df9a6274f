import { type CompetitionState, countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { settledCompetitions } from '@stepledger/projections/standings/progress.ts'
import { competitionStreams } from '../../competition-streams.ts'
import { handleOn, StreamBusyError, UnconfirmedDecisionError } from '../../platform/decisions/handle.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
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

  const handle = handleOn({ database, ledger })
  const streams = competitionStreams(ledger)

  async function closeOne(state: CompetitionState): Promise<void> {
    const { document, version } = state
    const { slug } = document
    const closing = await awaitScores({ database, ledger }, countedCompetition(state), { signal, timeoutMs })
    if (!closing) return
    // The parked events may include plays of the competition, so an operator must decide.
    if (closing.parked.count > 0) {
      if (!refused.has(slug))
        log.warn(
          `${slug} is over, but not closed because of parked events (${closing.parked.count}): close it with \`ledger event close\``,
        )
      refused.add(slug)
      return
    }
    const { scores, digest } = closing.closed
    const command = { type: 'close', now: now(), closing } as const
    const closed = await handle(streams, slug, command, { at: now(), seen: version, signal })
    // Refused: it was changed, or another process has closed it. Checked again at the next interval.
    if (!isRefusal(closed))
      log.info(`${slug} is closed (0:${closed.offset}): ${scores} scores, SHA-256 ${digest}`)
  }

  return {
    async close() {
      if (now() < nextCheck) return
      nextCheck = now() + checkMs
      for (const state of await settledCompetitions(database.pool, generation.schema)) {
        if (state.closed || now() < timesOf(state.document).closes + afterMs) continue
        await closeOne(state).catch((error: unknown) => {
          // Checked again at the next interval.
          if (!(error instanceof StreamBusyError || error instanceof UnconfirmedDecisionError)) throw error
        })
      }
    },
  }
}
