import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import type { Generations } from '../../../projector/generations/aligned-snapshot.ts'
import { type CompetitionMoves, competitionMoves } from '../../competitions/moves.ts'
import { standingsIn } from '../../competitions/standings.ts'

/** What changes in the standings of a competition. `rounds`: their names. */
export interface CompetitionChange {
  readonly slug: string
  readonly name: string
  readonly rounds: readonly string[]
  readonly moves: CompetitionMoves
}

/** Compares the standings of competitions that are not closed; the scores of closed ones are recorded in the ledger. */
export async function compareCompetitions(
  tx: Queryable,
  { live, preview }: Generations,
  competitions: ReadonlyMap<string, CompetitionState>,
): Promise<CompetitionChange[]> {
  const changes: CompetitionChange[] = []
  for (const [slug, { document, closed }] of competitions) {
    if (closed) continue
    const before = await standingsIn(tx, live, document)
    const after = await standingsIn(tx, preview, document)
    const rounds = document.rounds.map((round) => round.name)
    changes.push({ slug, name: document.name, rounds, moves: competitionMoves(before, after) })
  }
  return changes
}
