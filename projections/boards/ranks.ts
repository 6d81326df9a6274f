import { sql } from 'kysely'
import { bucketSql, keyAbove } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { type BestRow, type BoardEntry, entryOf } from './boards.ts'

/** A player's entry on a board of a known chart. */
export type OwnBest = Omit<BestRow, 'chart'>

const columns = ['system', 'player', 'key', 'play_id', 'played_at', 'grade'] as const

/** Returns the entries of these players on a chart, in every system: one index lookup per player. */
export async function bestsAmong(
  generation: GenerationDb,
  chart: string,
  players: readonly string[],
): Promise<OwnBest[]> {
  return generation.db
    .selectFrom('best')
    .select(columns)
    .where('chart', '=', chart)
    .where('player', 'in', [...players])
    .execute()
}

/**
 * Returns the ranks of these entries on a chart, in their order: one more than the number of players ahead. The stored
 * bucket counts, summed once per board, give the players in the buckets above, so only the entry's own bucket is
 * scanned.
 */
export async function ranksOf(
  generation: GenerationDb,
  chart: string,
  bests: readonly Pick<OwnBest, 'system' | 'player' | 'key'>[],
): Promise<number[]> {
  if (bests.length === 0) return []
  const bucket = bucketSql('x.key')
  const { rows } = await sql<{ rank: number }>`
    with counted as materialized (
      select system, bucket, sum(players) over (partition by system order by bucket desc) - players as above
      from ${generation.table('buckets')}
      where chart = ${chart} and system = any(${[...new Set(bests.map((best) => best.system))]}::smallint[])
    )
    select (1
      + coalesce(c.above, 0)
      + (select count(*) from ${generation.table('best')} b
          where b.chart = ${chart} and b.system = x.system and b.key < ${keyAbove(bucket)}
            and (b.key, b.player) > (x.key, x.player)))::integer as rank
    from unnest(${bests.map((best) => best.system)}::smallint[], ${bests.map((best) => best.player)}::uuid[],
      ${bests.map((best) => best.key)}::bigint[]) with ordinality as x(system, player, key, nth)
    left join counted c on c.system = x.system and c.bucket = ${sql.raw(bucket)}
    order by x.nth`.execute(generation.db)
  return rows.map((row) => row.rank)
}

/**
 * Returns up to `reach` entries before and after each of these, best first. The ranks follow from the known one. Two
 * index ranges per entry, whatever its rank.
 */
export async function entriesAround(
  generation: GenerationDb,
  chart: string,
  ranked: readonly (OwnBest & { readonly rank: number })[],
  reach: number,
): Promise<Map<number, BoardEntry[]>> {
  if (ranked.length === 0) return new Map()
  const best = generation.table('best')
  const shown = sql.raw(columns.map((column) => `b.${column}`).join(', '))
  const { rows } = await sql<OwnBest>`
    select near.*
    from unnest(${ranked.map((own) => own.system)}::smallint[], ${ranked.map((own) => own.player)}::uuid[],
      ${ranked.map((own) => own.key)}::bigint[]) as x(system, player, key)
    cross join lateral (
      (select ${shown} from ${best} b
        where b.chart = ${chart} and b.system = x.system and (b.key, b.player) > (x.key, x.player)
        order by b.key, b.player limit ${reach})
      union all
      (select ${shown} from ${best} b
        where b.chart = ${chart} and b.system = x.system and (b.key, b.player) <= (x.key, x.player)
        order by b.key desc, b.player desc limit ${reach + 1})
    ) near`.execute(generation.db)
  return new Map(
    ranked.map((own) => {
      const near = rows.filter((row) => row.system === own.system).sort(byRank)
      const first = own.rank - near.findIndex((row) => row.player === own.player)
      return [own.system, near.map((row, i) => entryOf(row, first + i))]
    }),
  )
}

/** The order of boards, best first. Equal keys are ordered by player id, bytewise, descending. */
export function byRank(a: Pick<BestRow, 'key' | 'player'>, b: Pick<BestRow, 'key' | 'player'>): number {
  return b.key - a.key || (a.player < b.player ? 1 : -1)
}
