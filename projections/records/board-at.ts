import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { type RawBuilder, sql } from 'kysely'
import { type BoardEntry, entryOf } from '../boards/boards.ts'
import type { GenerationDb } from '../read-database.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'

/** A page of a board as it was. `total`: its number of players then. */
export interface BoardAt {
  readonly total: number
  readonly entries: readonly BoardEntry[]
}

interface Row {
  readonly total: number
  readonly changes: number
  readonly key: number | null
  readonly player: string
  readonly play_id: number
  readonly played_at: number
  readonly grade: Grade
}

/**
 * Returns ranks `from` + 1 to `from` + `limit` of a board as it was at a time, best first: what a fold without the plays
 * received since then gives, under the rules and with the charts of today, and without plays removed since. Reads the
 * index range of the improvements received until then, and a few index entries for each row. Throws
 * TooManyChangesError beyond `maxChanges` of them.
 */
export async function boardAt(
  generation: GenerationDb,
  board: BoardUntil,
  { from, limit, maxChanges = maxBoardChanges }: { from: number; limit: number; maxChanges?: number },
): Promise<BoardAt> {
  const { table, rules, db } = generation
  const { chart, system, until } = board
  const nth = scoreIndexOf(rules, system)
  const { rows } = await sql<Row>`
    with bests as materialized (
      select player, max(key) as key, count(*) as changes
      from ${changesOfBoard(generation, board, maxChanges)} change group by player
    )
    select counted.*, entry.*
    from (select count(*)::integer as total, coalesce(sum(changes), 0)::integer as changes from bests) counted
    left join lateral (
      select page.key, page.player, play.play_id, play.played_at, attempt.grade
      from (
        select key, player from bests order by key desc, player desc offset ${from}::integer limit ${limit}::integer
      ) page
      cross join lateral (
        select play_id, played_at from ${table('improvements')} i
        where i.chart = ${chart} and i.player = page.player and i.system = ${system} and i.key = page.key
          and i.at < ${until ?? Number.MAX_SAFE_INTEGER}
        order by i.at desc, i.play_id desc limit 1
      ) play
      cross join lateral (
        select a.grades[${nth}::integer] as grade from ${table('attempts')} a where a.play_id = play.play_id limit 1
      ) attempt
    ) entry on true
    order by entry.key desc, entry.player desc`.execute(db)
  const [first] = rows
  if (!first || first.changes > maxChanges) {
    throw new TooManyChangesError(`the board changed more than ${maxChanges} times until then`)
  }
  const entries = rows.flatMap(({ key, ...row }, i) =>
    key === null ? [] : [entryOf({ key, ...row }, from + i + 1)],
  )
  return { total: first.total, entries }
}

const dayMs = 86_400_000

/** In UTC: the first moment of the next day, ms since 1970. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + dayMs
}

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
