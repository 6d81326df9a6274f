import { timesOf } from '@stepledger/contracts/rules/event-document.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { EventState } from '@stepledger/projections/standings/event-state.ts'
import { LockHeldError } from '../../platform/database/with-lock.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { appendClosing } from '../competitions/append-closing.ts'
import { appendUnlessChanged, ChangedMeanwhileError } from '../competitions/append-unless-changed.ts'
import { awaitScores } from '../competitions/await-scores.ts'

/** How often is looked whether an event is to be closed, ms; and how long one look waits for its standings. */
const everyMs = 10_000
const patienceMs = 5_000

interface Options {
  readonly generation: Generation
  readonly log: Log
  /** How long after its last plays could come in, ms: until then an operator may extend or rescore it. */
  readonly afterMs: number
  readonly signal: AbortSignal
}

/** Makes the standings of events final that are over, as `ledger event close` does. `now`: the clock, ms since 1970. */
export function eventCloserOf(
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  { generation, log, afterMs, signal }: Options,
  now: () => number = Date.now,
): { close(): Promise<void> } {
  let lookNext = 0
  const refused = new Set<string>()

  async function closeOne({ document, offset }: EventState): Promise<void> {
    const { slug } = document
    const closing = await awaitScores({ database, ledger }, document, { signal, patienceMs })
    if (!closing) return
    // Plays may be among them: whether it is final without those is for an operator to say.
    if (closing.parked > 0) {
      if (!refused.has(slug))
        log.warn(
          `${slug} is over, but ${closing.parked} of the ledger's events could not be folded: it is closed by \`ledger event close\` alone`,
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
      if (now() < lookNext) return
      lookNext = now() + everyMs
      const { rows } = await database.pool.query<{ state: EventState }>(
        `select state from ${generation.schema}.events`,
      )
      for (const { state } of rows) {
        if (state.closed || now() < timesOf(state.document).closes + afterMs) continue
        await closeOne(state).catch((error: unknown) => {
          // Another process is at it, or it was changed: the next look sees what it is now.
          if (!(error instanceof ChangedMeanwhileError || error instanceof LockHeldError)) throw error
        })
      }
    },
  }
}
