import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { sql } from 'kysely'
import { hundredthsOf, keyAbove } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import type { BestRow, BoardRow } from './boards.ts'

export interface BoardEntry {
  readonly rank: number
  readonly hundredths: number
  readonly grade: Grade
  readonly player: string
  readonly playId: number
  /** Time of play, ms since 1970. */
  readonly playedAt: number
}

/** Returns the version of a chart's boards and the number of players on each; null if there was never an entry. */
export async function boardVersion(
  generation: GenerationDb,
  chart: string,
): Promise<Pick<BoardRow, 'version' | 'players'> | null> {
  return (await selectBoardVersion(generation, chart).executeTakeFirst()) ?? null
}

/** The same as a query, to be combined with others in one statement. */
export function selectBoardVersion(generation: GenerationDb, chart: string) {
  return generation.db.selectFrom('boards').select(['version', 'players']).where('chart', '=', chart)
}

/**
 * Returns the entries of ranks `from` + 1 to `from` + `limit` of each system's board, best first. The stored bucket
 * counts locate the bucket of the first entry, so a deep page costs the same as the first. One statement for all
 * boards.
 */
export async function boardEntries(
  generation: GenerationDb,
  { chart, systems }: { readonly chart: string; readonly systems: readonly number[] },
  from: number,
  limit: number,
): Promise<Map<number, BoardEntry[]>> {
  const { rows } = await sql<Omit<BestRow, 'chart'>>`
    select x.system, entry.*
    from unnest(${systems}::smallint[]) as x(system)
    cross join lateral (
      select bucket, before from (
        select bucket, players, sum(players) over (order by bucket desc) - players as before
        from ${generation.table('buckets')} where chart = ${chart} and system = x.system
      ) counted
      where before + players > ${from}::integer order by bucket desc limit 1
    ) begin
    cross join lateral (
      select key, player, play_id, played_at, grade from ${generation.table('best')}
      where chart = ${chart} and system = x.system and key < ${keyAbove('begin.bucket')}
      order by key desc, player desc offset ${from}::integer - begin.before limit ${limit}::integer
    ) entry`.execute(generation.db)
  return new Map(
    systems.map((system) => {
      const entries = rows.filter((row) => row.system === system)
      return [system, entries.map((row, i) => entryOf(row, from + i + 1))]
    }),
  )
}

export function entryOf(
  row: Pick<BestRow, 'key' | 'player' | 'play_id' | 'played_at' | 'grade'>,
  rank: number,
): BoardEntry {
  return {
    rank,
    hundredths: hundredthsOf(row.key),
    grade: row.grade,
    player: row.player,
    playId: row.play_id,
    playedAt: row.played_at,
  }
}

/**
 * Returns the best counting plays of a player on these charts and systems: one index lookup per chart. Uses `unnest`
 * instead of `in`, so that no plan reads all rows of the player. Systems are few and filtered in memory: as a condition
 * they would make the planner prefer another index.
 */
export async function ownBests(
  generation: GenerationDb,
  player: string,
  charts: readonly string[],
  systems: readonly number[],
): Promise<Pick<BestRow, 'chart' | 'system' | 'play_id'>[]> {
  const { rows } = await sql<Pick<BestRow, 'chart' | 'system' | 'play_id'>>`
    select b.chart, b.system, b.play_id
    from unnest(${charts}::text[]) as x(chart)
    join ${generation.table('best')} b on b.chart = x.chart and b.player = ${player}::uuid`.execute(
    generation.db,
  )
  return rows.filter(({ system }) => systems.includes(system))
}
