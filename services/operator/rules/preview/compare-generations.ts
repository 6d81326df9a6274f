import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import type { Generations } from '../../../projector/generations/aligned-snapshot.ts'
import { differences } from '../rules-diff.ts'
import { type BoardChanges, compareBoards } from './compare-boards.ts'
import { type CompetitionChange, compareCompetitions } from './compare-competitions.ts'
import { compareScores, type ScoreChanges } from './compare-scores.ts'

/** What changes between two generations that have folded the same events under different rules. */
export interface RulesComparison {
  /** Titles of the rules. */
  readonly title: { readonly before: string; readonly after: string }
  /** What differs between the rules, a line each. */
  readonly differences: readonly string[]
  readonly scores: ScoreChanges
  readonly boards: BoardChanges
  readonly competitions: readonly CompetitionChange[]
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

/** The numbers that a decision needs first. */
export interface Summary {
  readonly plays: number
  readonly changedPlays: number
  /** Plays with a better, or a worse grade in any system. */
  readonly betterGrades: number
  readonly worseGrades: number
  readonly boards: number
  readonly firsts: number
  /** Players whose place or points in a competition change. */
  readonly eventPlayers: number
  /** Places, in a competition. */
  readonly largestMove: number
}

export function summaryOf({ scores, boards, competitions }: RulesComparison): Summary {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
  const moves = competitions.flatMap((competition) => competition.moves.moves)
  return {
    plays: scores.plays,
    changedPlays: scores.changed,
    betterGrades: scores.grades.better,
    worseGrades: scores.grades.worse,
    boards: boards.changed,
    firsts: boards.firsts,
    eventPlayers: sum(competitions.map((competition) => competition.moves.players)),
    largestMove: Math.max(
      0,
      ...moves.map(({ before, after }) => (before && after ? Math.abs(before.rank - after.rank) : 0)),
    ),
  }
}
