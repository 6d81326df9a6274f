import type { Tables } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import { attemptColumns, attemptOfPlay, bestOf } from './best-of.ts'
import { moveBuckets } from './move-buckets.ts'

/**
 * Common table expressions that update bests from the current bests and the new plays. `improved` are the bests that
 * changed, each with its previous key. The caller holds the locks of the charts, so rows that are read here do not
 * change before the batch is committed. `system + 0` prevents a plan that uses best_ranked: made while the table is
 * small and cached while it grows, it would scan the whole board for each play.
 */
export function updateBests({ schema, rules }: Tables): string {
  return `
    attempted as (
      insert into ${schema}.attempts (${attemptColumns})
      select ${attemptOfPlay} from ${accepted}
      returning *
    ),
    improved as (
      select new.*, old.key as old_key
      from (${bestOf('attempted', rules)}) new
      left join lateral (
        select b.key, b.play_id from ${schema}.best b
        where b.chart = new.chart and b.player = new.player and b.system + 0 = new.system limit 1
      ) old on true
      where old.key is null or new.key > old.key or (new.key = old.key and new.play_id < old.play_id)
    ),
    bests as (
      insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
      select chart, system, player, key, play_id, played_at, grade from improved
      on conflict (chart, player, system) do update
        set key = excluded.key, play_id = excluded.play_id, played_at = excluded.played_at, grade = excluded.grade
    ),
    ${moveBuckets(schema, 'improved')},
    versioned as (
      insert into ${schema}.boards as b (chart, version, players)
      select chart, 1, count(distinct newcomer)
      from (
        select chart, player as newcomer from improved where old_key is null
        union all
        select chart, null from attempted where counts
      ) x
      group by chart
      on conflict (chart) do update set version = b.version + 1, players = b.players + excluded.players
    )`
}
