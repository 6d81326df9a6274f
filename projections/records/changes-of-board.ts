import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/**
 * The most improvements that a read of a board's past goes through, which takes a quarter of a second: 100,000 players
 * with five bests each on one chart.
 */
export const maxBoardChanges = 500_000

/** Thrown by a read of a board's past that would exceed its limit. */
export class TooManyChangesError extends Error {
  override readonly name = 'TooManyChangesError'
}

/** A board, and the time until which its past is read: ms since 1970, exclusive; null for all of it. */
export interface BoardUntil {
  readonly chart: string
  readonly system: number
  readonly until: number | null
}

/**
 * SQL: the improvements of a board by plays received before a time, by time: one range of the index
 * `improvements_of_board`, one row more than the limit if it is exceeded.
 */
export function changesOfBoard(
  { table }: GenerationDb,
  { chart, system, until }: BoardUntil,
  limit: number,
): RawBuilder<unknown> {
  return sql`(
    select at, player, key from ${table('improvements')}
    where chart = ${chart} and system = ${system} and at < ${until ?? Number.MAX_SAFE_INTEGER}
    order by at limit ${limit + 1}
  )`
}
