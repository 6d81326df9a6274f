import type { PlayerStanding } from '@stepledger/contracts/rules/rules-report.ts'
import { describe, expect, it } from 'vitest'
import type { BoardStandings } from './compute-standings.ts'
import { competitionMoves, movesBetween } from './moves.ts'

const standings = (of: Record<string, PlayerStanding>): ReadonlyMap<string, PlayerStanding> =>
  new Map(Object.entries(of))
const at = (rank: number, points: number): PlayerStanding => ({ rank, points })

describe('who moves', () => {
  const before: BoardStandings = new Map([
    ['HardEX', standings({ ann: at(1, 90), bob: at(2, 80), cay: at(3, 70), dan: at(4, 10) })],
    ['EX', standings({ ann: at(1, 90), bob: at(2, 80) })],
  ])
  const after: BoardStandings = new Map([
    ['HardEX', standings({ ann: at(1, 95), bob: at(3, 80), cay: at(2, 85), eve: at(4, 5) })],
    ['EX', standings({ ann: at(1, 90), bob: at(2, 80) })],
  ])

  it('is shown with places and points before and after, the greatest moves first', () => {
    expect(movesBetween(before, after)).toEqual({
      boards: [
        { board: 'HardEX', before: 4, after: 4, moved: 5 },
        { board: 'EX', before: 2, after: 2, moved: 0 },
      ],
      players: 5,
      moves: [
        { board: 'HardEX', player: 'cay', before: at(3, 70), after: at(2, 85) },
        { board: 'HardEX', player: 'dan', before: at(4, 10), after: null },
        { board: 'HardEX', player: 'eve', before: null, after: at(4, 5) },
        { board: 'HardEX', player: 'bob', before: at(2, 80), after: at(3, 80) },
        { board: 'HardEX', player: 'ann', before: at(1, 90), after: at(1, 95) },
      ],
    })
    expect(movesBetween(before, before)).toMatchObject({ players: 0, moves: [] })
  })

  it('is shown for each round as well, also of one that only one of the two has', () => {
    const moves = competitionMoves([before, before], [after, before, after])
    expect(moves).toMatchObject({ players: 5, rounds: [{ players: 0 }, { players: 4 }] })
  })

  it('begins with a new first place', () => {
    const [first] = movesBetween(new Map(), before).moves
    expect(first).toMatchObject({ board: 'HardEX', player: 'ann', before: null, after: at(1, 90) })
  })

  it('is shown for forty at most, and counted of all', () => {
    const many = (shift: number): BoardStandings =>
      new Map([
        ['ITG', new Map(Array.from({ length: 100 }, (_, i) => [`p${i}`, at(i + 1, 1_000 - i + shift)]))],
      ])
    const moves = movesBetween(many(0), many(1))
    expect(moves).toMatchObject({ players: 100, boards: [{ moved: 100 }] })
    expect(moves.moves).toHaveLength(40)
  })
})
