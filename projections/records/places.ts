import { type RawBuilder, sql } from 'kysely'
import { bucketSql, keyAbove } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

/** A player's entry on the board of a chart. */
interface Entry {
  readonly chart: string
  readonly key: number
}

/** A place on a board. `earlier`: the player's key and place at an earlier time; null without an entry then. */
export interface Place {
  readonly rank: number
  readonly earlier: { readonly key: number; readonly rank: number } | null
}

/**
 * Returns the places of a player's entries in one system, in their order, now and at the time `since`, ms since 1970. The
 * place then is the one that a fold of the plays received until then gives, without plays that were removed since. Reads
 * an index range of the board's changes since then for each entry, whatever the number of players and plays before.
 */
export async function placesOf(
  generation: GenerationDb,
  { player, system, since }: { readonly player: string; readonly system: number; readonly since: number },
  entries: readonly Entry[],
): Promise<Place[]> {
  if (entries.length === 0) return []
  const at = { player, system, chart: 'x.chart' }
  const { rows } = await sql<{ rank: number; key: number | null; rank_then: number | null }>`
    select (1 + ${entriesAhead(generation, { ...at, key: 'x.key' })})::integer as rank, own.key,
      case when own.key is not null then (1 + ${entriesAhead(generation, { ...at, key: 'own.key' })}
        - (x.key > own.key)::integer - ${passedSince(generation, { ...at, key: 'own.key' }, since)})::integer end as rank_then
    from unnest(${entries.map(({ chart }) => chart)}::text[], ${entries.map(({ key }) => key)}::bigint[])
      with ordinality as x(chart, key, nth)
    left join lateral (
      select i.key from ${generation.table('improvements')} i
      where i.chart = x.chart and i.player = ${player}::uuid and i.system = ${system} and i.at <= ${since}
      order by i.at desc, i.play_id desc limit 1
    ) own on true
    order by x.nth`.execute(generation.db)
  return rows.map(({ rank, key, rank_then }) => ({
    rank,
    earlier: key === null || rank_then === null ? null : { key, rank: rank_then },
  }))
}

interface OnBoard {
  readonly system: number
  readonly player: string
  /** SQL of the chart's hash, and of a key. */
  readonly chart: string
  readonly key: string
}

/**
 * SQL: the number of entries of a board ahead of a key, whether or not an entry has it. The stored bucket counts give
 * the entries in the buckets above, so only the key's own bucket is scanned.
 */
export function entriesAhead(
  { table }: GenerationDb,
  { system, player, chart, key }: OnBoard,
): RawBuilder<number> {
  const bucket = bucketSql(key)
  return sql`(
    coalesce((select sum(b.players) from ${table('buckets')} b
      where b.chart = ${sql.raw(chart)} and b.system = ${system} and b.bucket > ${sql.raw(bucket)}), 0)
    + (select count(*) from ${table('best')} b
      where b.chart = ${sql.raw(chart)} and b.system = ${system} and b.key < ${keyAbove(bucket)}
        and (b.key, b.player) > (${sql.raw(key)}, ${player}::uuid)))`
}

/**
 * SQL: the number of other players who got ahead of a key since a time. A player gets ahead once, by the improvement
 * whose key is ahead and whose old key is not: one range of the improvements received since then.
 */
function passedSince(
  { table }: GenerationDb,
  { system, player, chart, key }: OnBoard,
  since: number,
): RawBuilder<number> {
  const own = sql`(${sql.raw(key)}, ${player}::uuid)`
  return sql`(
    select count(*) from ${table('improvements')} i
    where i.chart = ${sql.raw(chart)} and i.system = ${system} and i.at > ${since} and i.player <> ${player}::uuid
      and (i.key, i.player) > ${own} and (i.old_key is null or (i.old_key, i.player) < ${own}))`
}
