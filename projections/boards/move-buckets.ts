import { bucketSql } from './rank-key-sql.ts'

/**
 * Common table expressions that move players from the buckets of their old keys to those of their new ones. `changed`:
 * a relation with one row per player and the columns chart, system, key and old_key, of which either may be null. Only
 * buckets that lose players are looked up, because only these can become empty.
 */
export function moveBuckets(schema: string, changed: string): string {
  return `
    moved as (
      select d.chart, d.system, d.bucket, d.players, coalesce(now.players, 0) + d.players as remaining
      from (
        select chart, system, bucket, sum(n) as players
        from (
          select chart, system, ${bucketSql('key')} as bucket, 1 as n from ${changed} where key is not null
          union all
          select chart, system, ${bucketSql('old_key')}, -1 from ${changed} where old_key is not null
        ) step
        group by chart, system, bucket having sum(n) <> 0
      ) d
      left join lateral (
        select b.players from ${schema}.buckets b
        where b.chart = d.chart and b.system = d.system and b.bucket = d.bucket and d.players < 0 limit 1
      ) now on true
    ),
    emptied as (
      delete from ${schema}.buckets b using moved m
      where m.remaining = 0 and b.chart = m.chart and b.system = m.system and b.bucket = m.bucket
    ),
    counted as (
      insert into ${schema}.buckets as b (chart, system, bucket, players)
      select chart, system, bucket, players from moved where remaining <> 0
      on conflict (chart, system, bucket) do update set players = b.players + excluded.players
    )`
}
