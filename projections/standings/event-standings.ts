import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type PointsFormula, pointsAt } from '@stepledger/contracts/rules/points-formula.ts'
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
  /** How many take part. */
  participants(round: number, board: number): number
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
  participants: number
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
      participants: 0,
    })),
  )
  let dirty = new Set<Column>()
  let moved = new Map<Sums, { round: number; board: number; players: Set<number> }>()
  let byRank = new Int32Array(0)
  let formula = points

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

  function add(column: Column, index: number, points: number, charts: number): void {
    for (const round of [column.round, overall]) {
      const sum = itemAt(itemAt(sums, round), column.board)
      const before = itemAt(sum.charts, index)
      sum.points[index] = itemAt(sum.points, index) + points
      sum.charts[index] = before + charts
      if (before === 0) sum.participants += 1
      if (before + charts === 0) sum.participants -= 1
      const known = moved.get(sum) ?? { round, board: column.board, players: new Set() }
      moved.set(sum, known)
      known.players.add(index)
    }
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
      add(column, i, Math.max(now, 0) - Math.max(before, 0), Number(before === none) - Number(now === none))
    }
    return { round: column.round, chart: column.chart, board: column.board, hundredths, players }
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
      for (const column of [...columns.values()].flat()) dirty.add(column)
    },
    settle() {
      const ranked = [...dirty].map(rank)
      dirty = new Set()
      const totals = [...moved].flatMap(([sum, { round, board, players }]) =>
        [...players].map((index) => ({
          round,
          board,
          player: itemAt(ids, index),
          points: itemAt(sum.points, index),
          charts: itemAt(sum.charts, index),
        })),
      )
      moved = new Map()
      return { boards: ranked, totals }
    },
    participants: (round, board) => itemAt(itemAt(sums, round), board).participants,
  }
}

function enlarged<T extends Int16Array | Int32Array>(from: T, into: T): T {
  into.set(from)
  return into
}
