import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'

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
