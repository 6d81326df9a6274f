import { type CompetitionState, countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import type {
  CompetitionChange,
  RulesComparison,
  RulesReport,
} from '@stepledger/contracts/rules/rules-report.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { announcedCompetitions } from '../../competition-streams.ts'
import type { Engine } from '../../platform/engine.ts'
import { standingsInSnapshot } from '../competitions/compute-standings.ts'
import { competitionMoves } from '../competitions/moves.ts'
import { countParked } from '../generations/parked-events.ts'
import { requestedComparison, storeReport } from '../generations/preview-generation.ts'
import { type Generations, inAlignedSnapshot } from './aligned-snapshot.ts'
import { compareBoards } from './compare-boards.ts'
import { compareScores } from './compare-scores.ts'

/**
 * Compares a preview with the live generation and stores the report, unless that was done since the preview was
 * requested last. Returns whether a report was stored; the caller retries otherwise.
 */
export async function reportPreview(
  engine: Pick<Engine, 'database' | 'ledger'>,
  preview: StoredGeneration,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, ledger } = engine
  const request = await requestedComparison(database, preview.id)
  const live = await readLiveGeneration(database)
  if (request === null || live === null) return false
  const competitions = await announcedCompetitions(ledger)
  const report = await inAlignedSnapshot(
    engine,
    { live, preview },
    signal,
    async (tx, checkpoint): Promise<RulesReport> => ({
      ...(await compareGenerations(tx, { live, preview }, competitions)),
      live: live.id,
      preview: preview.id,
      rulesOffset: live.rulesOffset,
      checkpoint,
      parked: await countParked(database.pool, preview.id),
    }),
  )
  return report !== null && storeReport(database, request, report)
}

/** Reads from one snapshot, in which both generations have folded the same events. */
export async function compareGenerations(
  tx: Queryable,
  generations: Generations,
  competitions: ReadonlyMap<string, CompetitionState>,
): Promise<RulesComparison> {
  const { live, preview } = generations
  return {
    title: { before: live.rules.title, after: preview.rules.title },
    differences: differences(live.rules, preview.rules),
    scores: await compareScores(tx, generations),
    boards: await compareBoards(tx, generations),
    competitions: await compareCompetitions(tx, generations, competitions),
  }
}

/** Compares the standings of competitions that are not closed; the scores of closed ones are recorded in the ledger. */
async function compareCompetitions(
  tx: Queryable,
  { live, preview }: Generations,
  competitions: ReadonlyMap<string, CompetitionState>,
): Promise<CompetitionChange[]> {
  const changes: CompetitionChange[] = []
  for (const [slug, state] of competitions) {
    const { document, closed } = state
    if (closed) continue
    const before = await standingsInSnapshot(tx, live, countedCompetition(state))
    const after = await standingsInSnapshot(tx, preview, countedCompetition(state))
    const rounds = document.rounds.map((round) => round.name)
    changes.push({ slug, name: document.name, rounds, moves: competitionMoves(before, after) })
  }
  return changes
}
