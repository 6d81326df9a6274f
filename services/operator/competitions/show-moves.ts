import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type {
  CompetitionMoves,
  Move,
  Moves,
  PlayerStanding,
} from '@stepledger/contracts/rules/rules-report.ts'
import { aligned, count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'

/** Moves with aliases; null without an account. */
interface NamedMoves extends Omit<Moves, 'moves'> {
  readonly moves: readonly (Move & { readonly alias: string | null })[]
}

export interface NamedCompetitionMoves extends NamedMoves {
  readonly rounds: readonly NamedMoves[]
}

export async function withNames(
  moves: CompetitionMoves,
  players: PlayerDirectory,
): Promise<NamedCompetitionMoves> {
  const all = [moves, ...moves.rounds].flatMap((each) => each.moves)
  const names = await players.lookUp([...new Set(all.map(({ player }) => player))])
  const named = (each: Moves): NamedMoves => ({
    ...each,
    moves: each.moves.map((move) => ({ ...move, alias: names.get(move.player)?.alias ?? null })),
  })
  return { ...named(moves), rounds: moves.rounds.map(named) }
}

/** The whole competition, then the number of moves in each round if there are several. `rounds`: their names. */
export function linesOfCompetitionMoves(moves: NamedCompetitionMoves, rounds: readonly string[]): string[] {
  const within = moves.rounds.flatMap(({ players }, i) =>
    players === 0 ? [] : [`  ${printable(rounds[i] ?? `Round ${i + 1}`)}: ${counted(players, 'player')}`],
  )
  return [
    ...linesOfMoves(moves),
    ...(moves.rounds.length > 1 && within.length > 0 ? ['Within the rounds:', ...within] : []),
  ]
}

/** Counts, then a line for each move: board, player, places, points. */
export function linesOfMoves({ boards, players, moves }: NamedMoves): string[] {
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
