import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { type RawBuilder, sql } from 'kysely'
import { type BoardEntry, entryOf } from '../boards/bests-and-boards.ts'
import { hundredthsOf } from '../rank-key.ts'
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
interface BoardUntil {
  readonly chart: string
  readonly system: number
  readonly until: number | null
}

/**
 * SQL: the improvements of a board by plays received before a time, by time: one range of the index
 * `improvements_of_board`, one row more than the limit if it is exceeded.
 */
function changesOfBoard(
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

/**
 * The time for which a player held the first place of a board. Times are ms since 1970, by when plays were received;
 * `until`: null for the present one.
 */
export interface Reign {
  readonly player: string
  readonly since: number
  readonly until: number | null
  /** The last and best play of the reign. */
  readonly playId: number
  readonly hundredths: number
  readonly grade: Grade
  /** Of the play that took the place. */
  readonly hundredthsAtFirst: number
}

/** A best that was ahead of all others, or level with the best of them, when it was received. */
interface Top {
  readonly at: number
  readonly player: string
  readonly key: number
}

interface Reached {
  readonly player: string
  readonly tops: readonly Top[]
}

/**
 * Returns the latest reigns of a board, latest first, and how many there were: what a fold of the plays that remain gives,
 * in the order in which they were received. Reads the index range of the board's improvements. Throws
 * TooManyChangesError beyond `maxChanges` of them.
 */
export async function reignsOf(
  generation: GenerationDb,
  { chart, system }: Pick<BoardUntil, 'chart' | 'system'>,
  { limit, maxChanges = maxBoardChanges }: { limit: number; maxChanges?: number },
): Promise<{ readonly total: number; readonly reigns: readonly Reign[] }> {
  const all = changesOfBoard(generation, { chart, system, until: null }, maxChanges)
  const { rows } = await sql<Top & { nth: number }>`
    select at, player, key, nth from (
      select at, player, key, row_number() over (order by at, key, player) as nth,
        max(key) over (order by at, key, player rows between unbounded preceding and 1 preceding) as top
      from ${all} change
    ) ran
    where top is null or key >= top or nth > ${maxChanges}
    order by nth`.execute(generation.db)
  if (Number(rows.at(-1)?.nth ?? 0) > maxChanges) {
    throw new TooManyChangesError(`the board changed more than ${maxChanges} times`)
  }
  const reached = reachedBy(rows)
  const plays = await playsOf(
    generation,
    { chart, system },
    reached.slice(-limit).flatMap(({ tops }) => tops.at(-1) ?? []),
  )
  const reigns = reached.flatMap(({ player, tops }, i): Reign[] => {
    const [first, last] = [tops[0], tops.at(-1)]
    const play = last && plays.get(idOf(last))
    if (!first || !last || !play) return []
    return [
      {
        player,
        since: first.at,
        until: reached[i + 1]?.tops[0]?.at ?? null,
        playId: play.id,
        hundredths: hundredthsOf(last.key),
        grade: play.grade,
        hundredthsAtFirst: hundredthsOf(first.key),
      },
    ]
  })
  return { total: reached.length, reigns: reigns.toReversed() }
}

/** Groups bests by the reigns that they made. Of plays received in the same millisecond only the last one reigns. */
function reachedBy(tops: readonly Top[]): Reached[] {
  const reached: { player: string; tops: Top[] }[] = []
  let leading: Top | undefined
  for (const [i, top] of tops.entries()) {
    // Equal keys are ordered by player id, as on the board.
    if (leading && top.key === leading.key && top.player < leading.player) continue
    leading = top
    if (tops[i + 1]?.at === top.at) continue
    const last = reached.at(-1)
    if (last?.player === top.player) last.tops.push(top)
    else reached.push({ player: top.player, tops: [top] })
  }
  return reached
}

async function playsOf(
  { table, rules, db }: GenerationDb,
  { chart, system }: Pick<BoardUntil, 'chart' | 'system'>,
  tops: readonly Top[],
): Promise<Map<string, { readonly id: number; readonly grade: Grade }>> {
  const nth = scoreIndexOf(rules, system)
  const { rows } = await sql<{ player: string; key: number; id: number; grade: Grade }>`
    select x.player, x.key, i.play_id as id, a.grade
    from unnest(${tops.map(({ player }) => player)}::uuid[], ${tops.map(({ key }) => key)}::bigint[],
      ${tops.map(({ at }) => at)}::bigint[]) as x(player, key, at)
    cross join lateral (
      select play_id from ${table('improvements')} i
      where i.chart = ${chart} and i.player = x.player and i.system = ${system} and i.at = x.at and i.key = x.key
      order by play_id limit 1
    ) i
    cross join lateral (
      select grades[${nth}::integer] as grade from ${table('attempts')} where play_id = i.play_id limit 1
    ) a`.execute(db)
  return new Map(rows.map(({ player, key, ...play }) => [idOf({ player, key }), play]))
}

/** Bests of two players have the same key if they were received within 10 ms. */
function idOf({ player, key }: Pick<Top, 'player' | 'key'>): string {
  return `${player} ${key}`
}
