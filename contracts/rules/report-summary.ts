import { sum } from '../sum.ts'
import type { RulesComparison } from './rules-report.ts'

/** The numbers that a decision needs first. */
export function summaryOf({ scores, boards, competitions }: RulesComparison) {
  const listed = competitions.flatMap((competition) => competition.moves.moves)
  return {
    plays: scores.plays,
    changedPlays: scores.changed,
    /** Plays with a better, or a worse grade in any system. */
    betterGrades: scores.grades.better,
    worseGrades: scores.grades.worse,
    boards: boards.changed,
    firsts: boards.firsts,
    /** Players whose place or points in a competition change. */
    eventPlayers: sum(competitions.map((competition) => competition.moves.players)),
    /** Places, in a competition. */
    largestMove: Math.max(
      0,
      ...listed.map(({ before, after }) => (before && after ? Math.abs(before.rank - after.rank) : 0)),
    ),
  }
}

export function playersOf({ scores, boards, competitions }: RulesComparison): string[] {
  return [
    ...new Set([
      ...scores.systems.flatMap(({ largest }) => largest.map(({ player }) => player)),
      ...boards.list.flatMap(({ before, after }) => [...before, ...after].map(({ player }) => player)),
      ...boards.players.map(({ player }) => player),
      ...competitions.flatMap(({ moves }) =>
        [moves, ...moves.rounds].flatMap((each) => each.moves.map(({ player }) => player)),
      ),
    ]),
  ]
}
