import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PlayerColumn, PlayerColumns } from './player-columns.ts'
import { blockSize, byId, changedBlocks, noRanking, type Ranking, rankPlayers } from './ranking.ts'

/**
 * A player's points in a round, or overall. `charts`: number of charts with a score; with none the player does not take
 * part.
 */
export interface ChangedTotal {
  readonly round: number
  readonly board: number
  readonly player: string
  readonly points: number
  readonly charts: number
}

/** All sums of a player: by round, 0 being the whole competition, then by board. */
export interface ChangedSums {
  readonly player: string
  readonly points: readonly (readonly number[])[]
  readonly charts: readonly (readonly number[])[]
}

/**
 * A block of the ranking of a round, or of the whole competition, on one board; without players if the ranking became
 * shorter.
 */
export interface ChangedBlock {
  readonly round: number
  readonly board: number
  readonly block: number
  readonly players: readonly string[]
  readonly points: readonly number[]
  readonly charts: readonly number[]
}

/** The sums of all players in each round, 0 being the whole competition, and board. */
interface PlayerSums {
  /** Returns a function that adds to the sums of a player, by number. */
  adder(round: number, board: number): (index: number, points: number, charts: number) => void
  takeMoved(): ChangedTotal[]
  allOf(player: string): ChangedSums
  /** Returns the blocks of these rankings that changed since the last call. */
  takeBlocks(of: readonly Pick<ChangedTotal, 'round' | 'board'>[]): ChangedBlock[]
}

interface Sum {
  readonly round: number
  readonly board: number
  readonly points: PlayerColumn<Int32Array>
  readonly charts: PlayerColumn<Int16Array>
  /** 1 if the sum changed since `takeMoved`. */
  readonly moved: PlayerColumn<Uint8Array>
  hasMoved: boolean
  /** As of the last `takeBlocks`. */
  ranking: Ranking
}

export function playerSums(
  players: PlayerColumns,
  { rounds, boards }: Record<'rounds' | 'boards', number>,
): PlayerSums {
  const { ids } = players
  const sums: Sum[][] = Array.from({ length: rounds + 1 }, (_, round) =>
    Array.from({ length: boards }, (_, board) => ({
      round,
      board,
      points: players.column((length) => new Int32Array(length), 0),
      charts: players.column((length) => new Int16Array(length), 0),
      moved: players.column((length) => new Uint8Array(length), 0),
      hasMoved: false,
      ranking: noRanking,
    })),
  )
  const sumOf = (round: number, board: number) => itemAt(itemAt(sums, round), board)
  let inOrder: Int32Array = new Int32Array(0)

  return {
    adder(round, board) {
      const sum = sumOf(round, board)
      return (index, points, charts) => {
        sum.points.values[index] = itemAt(sum.points.values, index) + points
        sum.charts.values[index] = itemAt(sum.charts.values, index) + charts
        sum.moved.values[index] = 1
        sum.hasMoved = true
      }
    },
    takeMoved() {
      const totals: ChangedTotal[] = []
      for (const sum of sums.flat()) {
        if (!sum.hasMoved) continue
        const { round, board, points, charts, moved } = sum
        for (const [index, player] of ids.entries()) {
          if (moved.values[index] === 0) continue
          totals.push({
            round,
            board,
            player,
            points: itemAt(points.values, index),
            charts: itemAt(charts.values, index),
          })
        }
        moved.values.fill(0)
        sum.hasMoved = false
      }
      return totals
    },
    allOf(player) {
      const index = players.indexOf(player)
      return {
        player,
        points: sums.map((ofRound) => ofRound.map((sum) => itemAt(sum.points.values, index))),
        charts: sums.map((ofRound) => ofRound.map((sum) => itemAt(sum.charts.values, index))),
      }
    },
    takeBlocks(of) {
      if (inOrder.length < ids.length) inOrder = byId(ids)
      return [...new Set(of.map(({ round, board }) => sumOf(round, board)))].flatMap((sum) => {
        const before = sum.ranking
        sum.ranking = rankPlayers({ points: sum.points.values, charts: sum.charts.values }, inOrder)
        return changedBlocks(before, sum.ranking).map((block) => blockOf(sum, block, ids))
      })
    },
  }
}

function blockOf({ round, board, ranking }: Sum, block: number, ids: readonly string[]): ChangedBlock {
  const [from, to] = [block * blockSize, (block + 1) * blockSize]
  return {
    round,
    board,
    block,
    players: Array.from(ranking.players.subarray(from, to), (index) => itemAt(ids, index)),
    points: [...ranking.points.subarray(from, to)],
    charts: [...ranking.charts.subarray(from, to)],
  }
}
