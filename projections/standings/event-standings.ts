import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type PointsFormula, pointsAt } from '@stepledger/contracts/rules/points-formula.ts'
import { blockSize, byId, changedBlocks, noRanking, type Ranking, rankPlayers } from './ranking.ts'
import { maxHundredths } from './score-board.ts'

/** The rounds of an event are numbered from 1 on; this is the whole of it. */
export const overall = 0

/** The best counting scores of a player on a chart of a round: percent in hundredths on each board. */
export interface EventScore {
  readonly round: number
  readonly chart: string
  readonly player: string
  readonly hundredths: readonly number[]
}

/** A chart in one board, as it is now: its scores, falling, each with how many players have it. */
export interface ChangedBoard {
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly hundredths: readonly number[]
  readonly players: readonly number[]
}

/** A player in a round, or overall. `charts`: how many have a score; with none left the player takes no part there. */
export interface ChangedTotal {
  readonly round: number
  readonly board: number
  readonly player: string
  readonly points: number
  readonly charts: number
}

export interface SettledStandings {
  readonly boards: readonly ChangedBoard[]
  readonly totals: readonly ChangedTotal[]
}

/** All sums of a player: by round, 0 being the whole event, then by board. Without any chart the player is gone. */
export interface ChangedSums {
  readonly player: string
  readonly points: readonly (readonly number[])[]
  readonly charts: readonly (readonly number[])[]
}

/** A block of the ranking of a round, or of the whole event, on one board; without players where the ranking has become shorter. */
export interface ChangedBlock {
  readonly round: number
  readonly board: number
  readonly block: number
  readonly players: readonly string[]
  readonly points: readonly number[]
  readonly charts: readonly number[]
}

/**
 * The standings of one event, in memory: a column of scores for each chart and board, and every player's sums. Boards are numbered in the
 * order of the document.
 */
export interface EventStandings {
  /** Sets, or with null takes away, what a player has on a chart. */
  set(score: Omit<EventScore, 'hundredths'> & { readonly hundredths: readonly number[] | null }): void
  setPoints(points: PointsFormula): void
  /** Gives the charts that `set` touched and the players whose sums moved, since it was called last. Only these charts are ranked again. */
  settle(): SettledStandings
  /** What the tables hold of these totals, as `settle` gave it: sums, and blocks of rankings that changed since it was called last. */
  stored(totals: readonly ChangedTotal[]): {
    readonly sums: readonly ChangedSums[]
    readonly blocks: readonly ChangedBlock[]
  }
}

interface Column {
  readonly round: number
  readonly chart: string
  readonly board: number
  /** By player: hundredths, or `none`. */
  scores: Int16Array
  /** By player: the points that are in the sums, or `none`. */
  points: Int32Array
}

interface Sums {
  points: Int32Array
  charts: Int16Array
  /** By player: 1 where a sum moved since `settle` gave it last. */
  moved: Uint8Array
  hasMoved: boolean
  /** As `settle` gave it last. */
  ranking: Ranking
}

const none = -1

/** Standings without scores. `rounds`: how many there are; `boards`: likewise. */
export function emptyStandings(
  points: PointsFormula,
  { rounds, boards }: { readonly rounds: number; readonly boards: number },
): EventStandings {
  const indexes = new Map<string, number>()
  const ids: string[] = []
  let room = 256
  const columns = new Map<string, Column[]>()
  const sums: Sums[][] = Array.from({ length: rounds + 1 }, () =>
    Array.from({ length: boards }, () => ({
      points: new Int32Array(room),
      charts: new Int16Array(room),
      moved: new Uint8Array(room),
      hasMoved: false,
      ranking: noRanking,
    })),
  )
  /** Columns with other scores, and those whose ranks are worth other points. */
  let dirty = new Set<Column>()
  let repriced = new Set<Column>()
  let byRank = new Int32Array(0)
  let formula = points
  let inOrder: Int32Array = new Int32Array(0)

  const sumsOf = (round: number, board: number) => itemAt(itemAt(sums, round), board)

  function indexOf(player: string): number {
    const known = indexes.get(player)
    if (known !== undefined) return known
    const index = ids.push(player) - 1
    indexes.set(player, index)
    if (index >= room) grow()
    return index
  }

  function grow(): void {
    const before = room
    room *= 2
    for (const column of [...columns.values()].flat()) {
      column.scores = enlarged(column.scores, new Int16Array(room).fill(none, before))
      column.points = enlarged(column.points, new Int32Array(room).fill(none, before))
    }
    for (const sum of sums.flat()) {
      sum.points = enlarged(sum.points, new Int32Array(room))
      sum.charts = enlarged(sum.charts, new Int16Array(room))
      sum.moved = enlarged(sum.moved, new Uint8Array(room))
    }
  }

  function columnsOf(round: number, chart: string): Column[] {
    const key = `${round} ${chart}`
    const known = columns.get(key)
    if (known) return known
    const made = Array.from({ length: boards }, (_, board) => ({
      round,
      chart,
      board,
      scores: new Int16Array(room).fill(none),
      points: new Int32Array(room).fill(none),
    }))
    columns.set(key, made)
    return made
  }

  function add(sum: Sums, index: number, points: number, charts: number): void {
    sum.points[index] = itemAt(sum.points, index) + points
    sum.charts[index] = itemAt(sum.charts, index) + charts
    sum.moved[index] = 1
    sum.hasMoved = true
  }

  function pointsByRank(): Int32Array {
    if (byRank.length <= ids.length)
      byRank = Int32Array.from({ length: 2 * ids.length + 1 }, (_, rank) =>
        rank === 0 ? 0 : pointsAt(formula, rank),
      )
    return byRank
  }

  function rank(column: Column): ChangedBoard {
    const counts = new Int32Array(maxHundredths + 1)
    for (let i = 0; i < ids.length; i++) {
      const score = itemAt(column.scores, i)
      if (score !== none) counts[score] = itemAt(counts, score) + 1
    }
    const worth = new Int32Array(maxHundredths + 1)
    const table = pointsByRank()
    const [ofRound, ofAll] = [sumsOf(column.round, column.board), sumsOf(overall, column.board)]
    const hundredths: number[] = []
    const players: number[] = []
    let above = 0
    for (let score = maxHundredths; score >= 0; score--) {
      const count = itemAt(counts, score)
      if (count === 0) continue
      worth[score] = itemAt(table, above + 1)
      hundredths.push(score)
      players.push(count)
      above += count
    }
    for (let i = 0; i < ids.length; i++) {
      const score = itemAt(column.scores, i)
      const before = itemAt(column.points, i)
      const now = score === none ? none : itemAt(worth, score)
      if (now === before) continue
      column.points[i] = now
      const [points, charts] = [
        Math.max(now, 0) - Math.max(before, 0),
        Number(before === none) - Number(now === none),
      ]
      add(ofRound, i, points, charts)
      add(ofAll, i, points, charts)
    }
    return { round: column.round, chart: column.chart, board: column.board, hundredths, players }
  }

  function allSumsOf(player: string): ChangedSums {
    const index = indexOf(player)
    return {
      player,
      points: sums.map((ofRound) => ofRound.map((sum) => itemAt(sum.points, index))),
      charts: sums.map((ofRound) => ofRound.map((sum) => itemAt(sum.charts, index))),
    }
  }

  function blockOf(
    { players, points, charts }: Ranking,
    where: Pick<ChangedBlock, 'round' | 'board' | 'block'>,
  ): ChangedBlock {
    const [from, to] = [where.block * blockSize, (where.block + 1) * blockSize]
    return {
      ...where,
      players: Array.from(players.subarray(from, to), (index) => itemAt(ids, index)),
      points: [...points.subarray(from, to)],
      charts: [...charts.subarray(from, to)],
    }
  }

  return {
    set({ round, chart, player, hundredths }) {
      // Before the columns are at hand: a player who is new may enlarge them.
      const index = indexOf(player)
      for (const column of columnsOf(round, chart)) {
        const score = hundredths === null ? none : itemAt(hundredths, column.board)
        if (column.scores[index] === score) continue
        column.scores[index] = score
        dirty.add(column)
      }
    },
    setPoints(points) {
      formula = points
      byRank = new Int32Array(0)
      repriced = new Set([...columns.values()].flat())
    },
    settle() {
      const ranked = [...dirty].map(rank)
      for (const column of repriced) if (!dirty.has(column)) rank(column)
      dirty = new Set()
      repriced = new Set()
      const totals: ChangedTotal[] = []
      for (const [round, ofRound] of sums.entries())
        for (const [board, sum] of ofRound.entries()) {
          if (!sum.hasMoved) continue
          for (let index = 0; index < ids.length; index++) {
            if (sum.moved[index] === 0) continue
            const [points, charts] = [itemAt(sum.points, index), itemAt(sum.charts, index)]
            totals.push({ round, board, player: itemAt(ids, index), points, charts })
          }
          sum.moved.fill(0)
          sum.hasMoved = false
        }
      return { boards: ranked, totals }
    },
    stored(totals) {
      if (inOrder.length < ids.length) inOrder = byId(ids)
      const moved = new Map<Sums, { round: number; board: number }>()
      for (const { round, board } of totals) moved.set(sumsOf(round, board), { round, board })
      return {
        sums: [...new Set(totals.map(({ player }) => player))].map(allSumsOf),
        blocks: [...moved].flatMap(([sum, { round, board }]) => {
          const before = sum.ranking
          sum.ranking = rankPlayers(sum, inOrder)
          return changedBlocks(before, sum.ranking).map((block) =>
            blockOf(sum.ranking, { round, board, block }),
          )
        }),
      }
    },
  }
}

function enlarged<T extends Int16Array | Int32Array | Uint8Array>(from: T, into: T): T {
  into.set(from)
  return into
}
