import { type RawBuilder, sql } from 'kysely'
import { bucketSql, keyAbove } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'

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
export function passedSince(
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
