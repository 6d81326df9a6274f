import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Closing, CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { operationsShown } from '@stepledger/contracts/http/operations.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { isWaitingToSettle } from '@stepledger/projections/standings/progress.ts'
import { digestOf, recordScores } from '@stepledger/projections/standings/recorded-scores.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type ParkedEvents, parkedEvents } from '../generations/parked-events.ts'
import { scoresBy, scoresOnChartStatement } from './compute-standings.ts'

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

/** `parked`: parked events of any kind. Scores of parked plays are missing. */
type CountedScores = Closing & { readonly parked: ParkedEvents }

/**
 * Reads the counting scores from one snapshot of the live generation. Null while it has not folded up to `ends` or its
 * standings are not settled, so that the recorded scores equal the shown ones.
 */
async function countScores(
  database: Database,
  document: CountedCompetition,
  ends: readonly number[],
): Promise<CountedScores | null> {
  return database.transaction(
    async (tx) => {
      const live = await readLiveGeneration({ pool: tx })
      if (!live) return null
      const checkpoint = await readCheckpoints(tx, live.id)
      if (ends.some((end, partition) => itemAt(checkpoint, partition) < end)) return null
      const { slug, boards, rounds } = document
      const charts = rounds.flatMap((round) => round.charts)
      if (await isWaitingToSettle(tx, live.schema, { slug, charts })) return null
      const closing = randomUUID()
      const records: EventScoresRecorded['data'][] = []
      let scores = 0
      for (const [i, { charts }] of rounds.entries()) {
        for (const chart of [...charts].sort()) {
          const at = { round: i + 1, chart }
          const counting = await scoresBy(tx, scoresOnChartStatement(live, document, at))
          scores += counting.length
          records.push(recordScores(counting, { slug, closing, ...at, boards }))
        }
      }
      const { rulesOffset } = live
      const digest = digestOf(records)
      return {
        records,
        parked: await parkedEvents(tx, live.id, operationsShown.parked),
        closed: { slug, closing, checkpoint, rulesOffset, charts: records.length, scores, digest },
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}
