import { setTimeout as sleep } from 'node:timers/promises'
import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type CountedScores, countScores } from './count-scores.ts'

/** Polling interval. */
const pollMs = 100

/**
 * Counts the scores once everything now in the ledger is folded and the standings are settled. Null on a timeout.
 */
export async function awaitScores(
  { database, ledger }: { readonly database: Database; readonly ledger: Pick<Ledger, 'ends'> },
  document: CountedCompetition,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<CountedScores | null> {
  const ends = await ledger.ends('events')
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const closing = await countScores(database, document, ends)
    if (closing || performance.now() > deadline) return closing
    await sleep(pollMs, undefined, { signal })
  }
}
