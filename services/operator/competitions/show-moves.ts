import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { aligned, count, counted } from '../aligned.ts'
import { printable } from '../printable.ts'
import type { Move, Moves } from './moves.ts'
import type { Standing } from './overall-standings.ts'

/** Moves with the names of those who make them; null for who has no account. */
export interface NamedMoves extends Omit<Moves, 'moves'> {
  readonly moves: readonly (Move & { readonly alias: string | null })[]
}

export async function withNames(moves: Moves, players: PlayerDirectory): Promise<NamedMoves> {
  const names = await players.lookUp([...new Set(moves.moves.map(({ player }) => player))])
  return {
    ...moves,
    moves: moves.moves.map((move) => ({ ...move, alias: names.get(move.player)?.alias ?? null })),
  }
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

function placeText(standing: Standing | null): string {
  return standing ? `#${count(standing.rank)}` : 'not in it'
}

function pointsText(standing: Standing | null): string {
  return count(standing?.points ?? 0)
}
