import { type BoardName, boardNames } from '@stepledger/contracts/board-name.ts'
import type {
  CompetitionMoves,
  Move,
  Moves,
  PlayerStanding,
} from '@stepledger/contracts/rules/rules-report.ts'
import type { AllStandings, BoardStandings } from './compute-standings.ts'

const shownMoves = 40

/** Includes rounds that only one of the two has. */
export function competitionMoves(before: AllStandings, after: AllStandings): CompetitionMoves {
  const none: BoardStandings = new Map()
  const [whole, ...rounds] = Array.from({ length: Math.max(1, before.length, after.length) }, (_, i) =>
    movesBetween(before[i] ?? none, after[i] ?? none),
  )
  return { ...(whole ?? movesBetween(none, none)), rounds }
}

export function movesBetween(before: BoardStandings, after: BoardStandings): Moves {
  const named = boardNames.filter((board) => before.has(board) || after.has(board))
  const all: (Move & { readonly places: number })[] = []
  const boards = named.map((board) => {
    const [old, now] = [before.get(board) ?? new Map(), after.get(board) ?? new Map()]
    const moved = movesOn(board, old, now)
    all.push(...moved)
    return { board, before: old.size, after: now.size, moved: moved.length }
  })
  return {
    boards,
    players: new Set(all.map(({ player }) => player)).size,
    moves: all
      .sort(greatestFirst)
      .slice(0, shownMoves)
      .map(({ places: _, ...move }) => move),
  }
}

function movesOn(
  board: BoardName,
  old: ReadonlyMap<string, PlayerStanding>,
  now: ReadonlyMap<string, PlayerStanding>,
): (Move & { readonly places: number })[] {
  // A player who is not on the board ranks behind all who are.
  const behind = Math.max(old.size, now.size) + 1
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((player) => {
    const before = old.get(player) ?? null
    const after = now.get(player) ?? null
    if (before?.rank === after?.rank && before?.points === after?.points) return []
    const places = Math.abs((before?.rank ?? behind) - (after?.rank ?? behind))
    return [{ board, player, before, after, places }]
  })
}

function greatestFirst(a: Move & { places: number }, b: Move & { places: number }): number {
  return (
    b.places - a.places ||
    pointsMoved(b) - pointsMoved(a) ||
    boardNames.indexOf(a.board) - boardNames.indexOf(b.board) ||
    (a.player < b.player ? -1 : 1)
  )
}

function pointsMoved({ before, after }: Move): number {
  return Math.abs((before?.points ?? 0) - (after?.points ?? 0))
}
