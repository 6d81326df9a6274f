import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import { chartHash, numericId, playerId } from '../ids.ts'
import { sum } from '../sum.ts'
import { grade } from './grade-names.ts'

/** Numbers of plays with this grade. `gained`, `lost`: those that get it, and those that have it no more. */
const gradeChange = z.object({
  grade,
  before: z.int(),
  after: z.int(),
  gained: z.int(),
  lost: z.int(),
})

/** A play whose score changes; in hundredths of a percent. */
export const changedScore = z.object({
  playId: numericId,
  player: playerId,
  chart: chartHash,
  title: z.string(),
  before: z.int(),
  after: z.int(),
})

/** What changes about the scores of one system, of plays that are not withdrawn. Counts are numbers of plays. */
const systemChange = z.object({
  system: z.string(),
  plays: z.int(),
  changed: z.int(),
  raised: z.int(),
  lowered: z.int(),
  betterGrades: z.int(),
  worseGrades: z.int(),
  /**
   * Best first; only grades that a play has before or after. Those of the shared table are listed under the system that
   * they are taken from, all other grades under the systems that add them.
   */
  grades: z.array(gradeChange),
  /** The largest changes, largest first. */
  largest: z.array(changedScore),
})
export type SystemChange = z.infer<typeof systemChange>

const scoreChanges = z.object({
  /** Plays that are not withdrawn. */
  plays: z.int(),
  /** Plays whose score, grade or eligibility changes in any system. */
  changed: z.int(),
  /** Plays that get a better, or a worse grade in any system. */
  grades: z.object({ better: z.int(), worse: z.int() }),
  /** Plays that count for boards only after, or only before. */
  ranked: z.object({ gained: z.int(), lost: z.int() }),
  systems: z.array(systemChange),
  /** Names of systems that only the new, or only the old rules have. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
})
export type ScoreChanges = z.infer<typeof scoreChanges>

/** An entry of a board; its score in hundredths of a percent. */
const topEntry = z.object({ player: playerId, hundredths: z.int() })
export type TopEntry = z.infer<typeof topEntry>

/** A board whose first ten places are taken by others, or in another order. Best first. */
const changedBoard = z.object({
  chart: chartHash,
  title: z.string(),
  system: z.string(),
  before: z.array(topEntry),
  after: z.array(topEntry),
})
export type ChangedBoard = z.infer<typeof changedBoard>

const places = z.object({ before: z.int(), after: z.int() })

/** A player's places on boards: numbers of first places and of places among the first ten. */
const playerPlaces = z.object({ player: playerId, firsts: places, top: places })

const boardChanges = z.object({
  /** Boards with players. */
  boards: z.int(),
  changed: z.int(),
  /** Boards that get another first. */
  firsts: z.int(),
  /** Largest changes first: the first place, then the number of places that change; at most as many as are listed. */
  list: z.array(changedBoard),
  /** Players whose number of first places or places among the first ten changes, most affected first. */
  players: z.array(playerPlaces),
})
export type BoardChanges = z.infer<typeof boardChanges>

/** A player's standing on a board of a competition. Equal points share a rank. */
const playerStanding = z.object({ rank: z.int(), points: z.number() })
export type PlayerStanding = z.infer<typeof playerStanding>

/** A player whose rank or points on a board change. Null: not on the board. */
const move = z.object({
  board: z.enum(boardNames),
  player: playerId,
  before: playerStanding.nullable(),
  after: playerStanding.nullable(),
})
export type Move = z.infer<typeof move>

const moves = z.object({
  /** Numbers of players. `before`, `after`: participants; `moved`: with changed rank or points. */
  boards: z.array(z.object({ board: z.enum(boardNames), before: z.int(), after: z.int(), moved: z.int() })),
  players: z.int(),
  /** Largest first, at most as many as are shown. */
  moves: z.array(move),
})
export type Moves = z.infer<typeof moves>

/** Changed standings of the whole competition, and of each round. */
const competitionMoves = moves.extend({ rounds: z.array(moves) })
export type CompetitionMoves = z.infer<typeof competitionMoves>

/** What changes in the standings of a competition. `rounds`: their names. */
const competitionChange = z.object({
  slug: z.string(),
  name: z.string(),
  rounds: z.array(z.string()),
  moves: competitionMoves,
})
export type CompetitionChange = z.infer<typeof competitionChange>

/** What changes between two generations that have folded the same events under different rules. */
const rulesComparison = z.object({
  /** Titles of the rules. */
  title: z.object({ before: z.string(), after: z.string() }),
  differences: z.array(z.string()),
  scores: scoreChanges,
  boards: boardChanges,
  competitions: z.array(competitionChange),
})
export type RulesComparison = z.infer<typeof rulesComparison>

/** The comparison of a preview with the live generation, as it is stored. */
export const rulesReport = rulesComparison.extend({
  /** Ids of the generations. */
  live: z.int(),
  preview: z.int(),
  rulesOffset: z.int(),
  /** The next offset of each partition: both generations have folded the events before it. */
  checkpoint: z.array(z.int()),
  /** Events that the preview could not fold. */
  parked: z.int(),
})
export type RulesReport = z.infer<typeof rulesReport>

/** The report, with aliases by player id; players without an account are absent. */
export const rulesPreview = rulesReport.extend({ aliases: z.record(z.string(), z.string()) })
export type RulesPreview = z.infer<typeof rulesPreview>

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
