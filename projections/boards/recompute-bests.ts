import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { replaceRows } from '../replace-rows.ts'
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
    name: `${schema}_find_bests_again_v2`,
    text: `
      with
        touched as materialized (
          select distinct chart collate "C" as chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)
        ),
        own as materialized (
          select a.* from touched t join ${schema}.attempts a on a.chart = t.chart and a.player = t.player
        ),
        ${replaceRows(schema, {
          table: 'best',
          key: ['chart', 'player', 'system'],
          values: ['key', 'play_id', 'played_at', 'grade'],
          computed: bestOf('own', rules),
        })},
        moving as (select chart, system, player, key, stored_key as old_key from changed_best),
        ${moveBuckets(schema, 'moving')}
      insert into ${schema}.boards as b (chart, version, players)
      select t.chart, 1, coalesce(delta.players, 0)
      from (select distinct chart from touched) t
      left join (
        select chart, count(distinct player) filter (where old_key is null) - count(distinct player) filter (where key is null) as players
        from moving group by chart
      ) delta using (chart)
      on conflict (chart) do update set version = b.version + 1, players = b.players + excluded.players`,
    values: valuesOf(plays, 'chart', 'player'),
  })
}
