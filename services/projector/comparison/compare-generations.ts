import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import type { RulesComparison } from '@stepledger/contracts/rules/rules-report.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import type { Generations } from './aligned-snapshot.ts'
import { compareBoards } from './compare-boards.ts'
import { compareCompetitions } from './compare-competitions.ts'
import { compareScores } from './compare-scores.ts'

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
