import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { bestOf } from './best-of.ts'
import { moveBuckets } from './move-buckets.ts'

/**
 * Recomputes the bests of players on charts where one of their plays changed, from all of their attempts there. The
 * caller holds the locks of the charts, so rows that are read here do not change before the batch is committed.
 */
export async function recomputeBests(
  { tx, schema, rules }: TablesTx,
  plays: readonly Pick<ChangedPlay, 'chart' | 'player'>[],
): Promise<void> {
  await tx.query({
    name: `${schema}_find_bests_again_v1`,
    text: `
      with
        touched as materialized (
          select distinct chart collate "C" as chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)
        ),
        own as materialized (
          select a.* from touched t join ${schema}.attempts a on a.chart = t.chart and a.player = t.player
        ),
        earlier as materialized (
          select b.chart, b.system, b.player, b.key, b.play_id
          from touched t join ${schema}.best b on b.chart = t.chart and b.player = t.player
        ),
        changed as materialized (
          select chart, system, player, e.key as old_key, n.key, n.play_id, n.played_at, n.grade
          from earlier e full join (${bestOf('own', rules)}) n using (chart, system, player)
          where (e.key, e.play_id) is distinct from (n.key, n.play_id)
        ),
        removed as (
          delete from ${schema}.best b using changed c
          where c.key is null and b.chart = c.chart and b.player = c.player and b.system = c.system
        ),
        bests as (
          insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
          select chart, system, player, key, play_id, played_at, grade from changed where key is not null
          on conflict (chart, player, system) do update
            set key = excluded.key, play_id = excluded.play_id, played_at = excluded.played_at, grade = excluded.grade
        ),
        ${moveBuckets(schema, 'changed')}
      insert into ${schema}.boards as b (chart, version, players)
      select t.chart, 1, coalesce(delta.players, 0)
      from (select distinct chart from touched) t
      left join (
        select chart, count(distinct player) filter (where old_key is null) - count(distinct player) filter (where key is null) as players
        from changed group by chart
      ) delta using (chart)
      on conflict (chart) do update set version = b.version + 1, players = b.players + excluded.players`,
    values: valuesOf(plays, 'chart', 'player'),
  })
}
