import { type BoardAnswer, type BoardQuery, readBoards } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { Registry } from 'prom-client'
import { instruments } from '../platform/metrics/instruments.ts'

/**
 * The port for reading boards: pages, ranks, neighbours. Results are at least as recent as the caller's snapshot.
 */
export interface Rankings {
  /** Display name. */
  readonly engine: string
  read(generation: GenerationDb, query: BoardQuery): Promise<BoardAnswer>
  close(): Promise<void>
}

/** Reads boards from the read models. */
export const postgresRankings: Rankings = {
  engine: 'Postgres',
  read: (generation, query) => readBoards(generation, query),
  close: async () => {},
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
