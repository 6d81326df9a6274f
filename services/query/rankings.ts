import { itemAt } from '@stepledger/contracts/item-at.ts'
import {
  bestsAmong,
  byRank,
  entriesAround,
  type OwnBest,
  ranksOf,
} from '@stepledger/projections/boards/around.ts'
import { type BoardEntry, boardEntries, boardVersion, entryOf } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { Registry } from 'prom-client'
import { instruments } from '../platform/metrics/instruments.ts'

export interface BoardQuery {
  readonly chart: string
  /** The systems whose boards are read. */
  readonly systems: readonly number[]
  /** The page: ranks `from` + 1 to `from` + `limit`. */
  readonly from: number
  readonly limit: number
  /**
   * Also the rank of this player, up to `reach` neighbours on each side, and the nearest or `all` of `others`.
   */
  readonly near?: {
    readonly player: string
    readonly others: readonly string[]
    readonly reach: number
    readonly all?: boolean
  }
}

/** The result for one board; lists are in board order. */
export interface BoardPart {
  readonly system: number
  readonly page: readonly BoardEntry[]
  /** Null if the player is not on the board. */
  readonly self: BoardEntry | null
  /** The player with the neighbours. */
  readonly around: readonly BoardEntry[]
  /** Of the others at least the best, and those directly above and below the player. */
  readonly others: readonly BoardEntry[]
}

/** The boards of a chart at one version, never older than the read model at the time of the call. */
export interface BoardAnswer {
  /** 0 for a chart without entries. */
  readonly version: number
  /** Number of players on each of the chart's boards. */
  readonly total: number
  readonly boards: readonly BoardPart[]
}

/**
 * The port for reading boards: pages, ranks, neighbours. Results are at least as recent as the caller's snapshot.
 */
export interface Rankings {
  /** Display name. */
  readonly engine: string
  read(generation: GenerationDb, query: BoardQuery): Promise<BoardAnswer>
  close(): Promise<void>
}

/** The result for empty boards. */
export function emptyBoard({ systems }: BoardQuery): BoardAnswer {
  const boards = systems.map((system) => ({ system, page: [], self: null, around: [], others: [] }))
  return { version: 0, total: 0, boards }
}

/** Reads boards from the read models. */
export const postgresRankings: Rankings = {
  engine: 'Postgres',
  async read(generation, query) {
    const board = await boardVersion(generation, query.chart)
    return board ? readBoards(generation, query, board) : emptyBoard(query)
  },
  close: async () => {},
}

/**
 * Reads boards with known version and number of players, in the same snapshot. The number of statements is constant,
 * independent of the number of boards, players and others.
 */
export async function readBoards(
  generation: GenerationDb,
  query: BoardQuery,
  { version, players }: { version: number; players: number },
): Promise<BoardAnswer> {
  if (players === 0) return { ...emptyBoard(query), version }
  const { systems, from, limit } = query
  const pages = from < players && limit > 0 ? await boardEntries(generation, query, from, limit) : null
  const near = await readNear(generation, query)
  const boards = systems.map((system) => ({
    system,
    page: pages?.get(system) ?? [],
    ...near(system),
  }))
  return { version, total: players, boards }
}

async function readNear(generation: GenerationDb, { chart, systems, near }: BoardQuery) {
  if (!near) return () => ({ self: null, around: [], others: [] })
  const { player, others, reach, all = false } = near
  const bests = await bestsAmong(generation, chart, [player, ...others])
  const needed = systems.flatMap((system) => {
    const onBoard = bests.filter((best) => best.system === system).sort(byRank)
    return all ? onBoard : neededPlayers(onBoard, player)
  })
  const ranks = await ranksOf(generation, chart, needed)
  const ranked = needed.map((best, i) => ({ ...best, rank: itemAt(ranks, i) }))
  const own = ranked.filter((best) => best.player === player)
  const around = await entriesAround(generation, chart, own, reach)
  return (system: number) => {
    const entries = ranked.filter((best) => best.system === system).map((best) => entryOf(best, best.rank))
    return {
      self: entries.find((entry) => entry.player === player) ?? null,
      around: around.get(system) ?? [],
      others: entries.filter((entry) => entry.player !== player),
    }
  }
}

/**
 * Selects the players whose ranks are needed, best first: the player, the best of the others, and the others directly
 * above and below the player.
 */
function neededPlayers(onBoard: readonly OwnBest[], player: string): OwnBest[] {
  const self = onBoard.findIndex((best) => best.player === player)
  const near = self === -1 ? [0] : [0, self - 1, self, self + 1]
  return onBoard.filter((_, i) => near.includes(i))
}

/**
 * Why Redis or Postgres answered:
 * - current: cache hit, at the version of Postgres or later
 * - unfollowed: no mirror is active
 * - behind: cache miss: the board is of an earlier version, or missing or incomplete, and its fill was requested
 * - away: Redis did not respond
 * - broken: Redis returned invalid data
 */
export type ReadReason = 'current' | 'unfollowed' | 'behind' | 'away' | 'broken'

export function countBoardReads(registry: Registry): (by: 'Redis' | 'Postgres', why: ReadReason) => void {
  const reads = instruments(registry).counter(
    'board_reads_total',
    'Pages, ranks and neighbours that were not kept: answered by Redis, or by Postgres and why',
    'by',
    'why',
  )
  return (by, why) => reads.inc({ by, why })
}
