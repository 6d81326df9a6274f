import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'

export interface BoardQuestion {
  readonly chart: string
  /** Whose boards of the chart are asked for. */
  readonly systems: readonly number[]
  /** The ranks `from` + 1 up to `from` + `limit`. */
  readonly from: number
  readonly limit: number
  /**
   * Also where this player stands, with up to `reach` before and after, and who of `others` is near; or `all` of them.
   */
  readonly near?: {
    readonly player: string
    readonly others: readonly string[]
    readonly reach: number
    readonly all?: boolean
  }
}

/** What was asked of one board; every list is in the order of the board. */
export interface BoardPart {
  readonly system: number
  readonly page: readonly BoardEntry[]
  /** Null for a player who is not on the board. */
  readonly self: BoardEntry | null
  /** The player with who is next to the player. */
  readonly around: readonly BoardEntry[]
  /** Of the others at least the best one, and the ones next above and below the player. */
  readonly others: readonly BoardEntry[]
}

/** The boards of a chart as one version of them was: never older than what the read model held when it was asked. */
export interface BoardAnswer {
  /** 0 for a chart that nobody has on a board. */
  readonly version: number
  /** How many players are on each of the chart's boards. */
  readonly total: number
  readonly boards: readonly BoardPart[]
}

/**
 * Reads boards: pages, ranks, neighbours. The generation may be read in a snapshot, and everything that is answered is
 * of at least that snapshot.
 */
export interface Rankings {
  /** For people. */
  readonly engine: string
  read(generation: GenerationDb, question: BoardQuestion): Promise<BoardAnswer>
  close(): Promise<void>
}

/** The answer where nobody is on the boards. */
export function nobody({ systems }: BoardQuestion): BoardAnswer {
  const boards = systems.map((system) => ({ system, page: [], self: null, around: [], others: [] }))
  return { version: 0, total: 0, boards }
}
