import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type {
  ChangedBoard,
  CompetitionChange,
  Move,
  Moves,
  PlayerStanding,
  RulesPreview,
  SystemChange,
} from '@stepledger/contracts/rules/rules-report.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { aligned, count, counted } from '../../format-text.ts'
import { printable } from '../../printable.ts'

const shownDifferences = 40
const shownBoards = 20
const shownPlayers = 10

/** What changes, in a few lines. */
export function shortPreview(preview: RulesPreview): string[] {
  const { scores, boards, parked } = preview
  const { changedPlays, plays, betterGrades, worseGrades, firsts, eventPlayers } = summaryOf(preview)
  return [
    ...differenceLines(preview.differences),
    `${count(changedPlays)} of ${counted(plays, 'play')} change: ${count(betterGrades)} get a better grade, ${count(worseGrades)} a worse one.`,
    ...(scores.ranked.gained + scores.ranked.lost > 0
      ? [
          `${counted(scores.ranked.gained, 'play')} will count on boards that did not, ${count(scores.ranked.lost)} no longer.`,
        ]
      : []),
    `${count(boards.changed)} of ${counted(boards.boards, 'board')} change within the first ten places; ${count(firsts)} get another first.`,
    `${counted(eventPlayers, "player's place or points change", "players' places or points change")} in events.`,
    ...(parked > 0
      ? [`${counted(parked, 'event')} could not be folded and will be parked: see \`ledger parked\`.`]
      : []),
  ]
}

/** Everything that changes; lists are cut to what is read on a terminal. */
export function linesOfPreview(preview: RulesPreview): string[] {
  const { scores, boards, competitions } = preview
  const alias = aliasesOf(preview)
  const listed = boards.list.slice(0, shownBoards)
  const players = boards.players.slice(0, shownPlayers)
  return [
    ...shortPreview(preview),
    ...scores.added.map((name) => `${printable(name)} is a new system; its boards are new.`),
    ...scores.removed.map((name) => `${printable(name)} is removed, with its boards.`),
    ...scores.systems.flatMap((system) => linesOfSystem(system, alias)),
    ...section(
      'Boards:',
      aligned(listed.map((board) => boardCells(board, alias))),
      boards.changed - listed.length,
      'board',
    ),
    ...section(
      'Players, by first places and places among the first ten:',
      aligned(
        players.map(({ player, firsts, top }) => [
          `  ${alias(player)}`,
          `${count(firsts.before)} → ${count(firsts.after)}`,
          `${count(top.before)} → ${count(top.after)}`,
        ]),
      ),
      boards.players.length - players.length,
      'player',
    ),
    ...competitions.flatMap((competition) => linesOfCompetition(competition, preview)),
  ]
}

/** What differs between the rules, cut to what is read on a terminal. */
export function differenceLines(differences: readonly string[]): string[] {
  const left = differences.length - shownDifferences
  return [
    ...differences.slice(0, shownDifferences).map((line) => `  ${printable(line)}`),
    ...(left > 0 ? [`  and ${counted(left, 'more difference')}`] : []),
  ]
}

function linesOfSystem(
  { system, plays, changed, raised, lowered, grades, largest }: SystemChange,
  alias: (player: string) => string,
): string[] {
  if (changed === 0 && grades.every(({ gained, lost }) => gained + lost === 0))
    return [`${printable(system)}: no score changes.`]
  return [
    `${printable(system)}: ${count(changed)} of ${counted(plays, 'score')} change, ${count(raised)} up and ${count(lowered)} down.`,
    ...gradeLines(grades),
    ...aligned(
      largest.map(({ playId, player, title, before, after }) => [
        `  play ${playId}`,
        alias(player),
        printable(title),
        `${percentText(before)} % → ${percentText(after)} %`,
      ]),
    ),
  ]
}

function gradeLines(grades: SystemChange['grades']): string[] {
  return aligned(
    grades
      .filter(({ gained, lost }) => gained + lost > 0)
      .map(({ grade, before, after, gained, lost }) => [
        `  ${grade}`,
        `${count(before)} → ${count(after)}`,
        `${count(gained)} gained, ${count(lost)} lost`,
      ]),
    [1],
  )
}

function boardCells(
  { system, title, chart, before, after }: ChangedBoard,
  alias: (player: string) => string,
) {
  const [first, next] = [before[0], after[0]]
  const name = (entry: typeof first) => (entry ? alias(entry.player) : 'nobody')
  const moved = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i).filter(
    (i) => before[i]?.player !== after[i]?.player,
  ).length
  return [
    `  ${printable(system)}`,
    `${printable(title)} (${chart})`,
    first?.player === next?.player ? `first stays ${name(first)}` : `first ${name(first)} → ${name(next)}`,
    counted(moved, 'place changes', 'places change'),
  ]
}

function linesOfCompetition({ name, moves }: CompetitionChange, { aliases }: RulesPreview): string[] {
  const named = moves.moves.map((move) => ({ ...move, alias: aliases[move.player] ?? null }))
  const [first = '', ...others] = linesOfMoves({ ...moves, moves: named })
  return [`${printable(name)}: ${first}`, ...others]
}

function section(head: string, lines: readonly string[], left: number, what: string): string[] {
  if (lines.length === 0) return []
  return [head, ...lines, ...(left > 0 ? [`  and ${counted(left, `more ${what}`)}`] : [])]
}

/** Aliases for a terminal; ids of players without an account. */
function aliasesOf({ aliases }: RulesPreview): (player: string) => string {
  return (player) => printable(aliases[player] ?? player)
}

/** Moves with aliases; null without an account. */
interface NamedMoves extends Omit<Moves, 'moves'> {
  readonly moves: readonly (Move & { readonly alias: string | null })[]
}

/** Counts, then a line for each move: board, player, places, points. */
function linesOfMoves({ boards, players, moves }: NamedMoves): string[] {
  if (players === 0) return ["Nobody's place or points change."]
  const all = boards.reduce((sum, { moved }) => sum + moved, 0)
  return [
    `${counted(players, 'player moves', 'players move')}:`,
    ...boards.map(({ board, before, after, moved }) => {
      const part = before === after ? count(after) : `${count(before)} → ${count(after)}`
      return `  ${board}: ${count(moved)} move, ${part} take part`
    }),
    ...aligned(
      moves.map(({ board, alias, player, before, after }) => [
        `  ${board}`,
        alias === null ? player : printable(alias),
        `${placeText(before)} → ${placeText(after)}`,
        `${pointsText(before)} → ${pointsText(after)} points`,
      ]),
    ),
    ...(all > moves.length ? [`  and ${counted(all - moves.length, 'smaller move')}`] : []),
  ]
}

function placeText(standing: PlayerStanding | null): string {
  return standing ? `#${count(standing.rank)}` : 'not in it'
}

function pointsText(standing: PlayerStanding | null): string {
  return count(standing?.points ?? 0)
}
