import type { Tables } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import { attemptColumns, attemptOfPlay, bestOf } from './best-of.ts'
import { moveBuckets } from './move-buckets.ts'

/**
 * The part of the statement of new plays that updates bests, whatever history lies behind: the best so far and the new
 * plays decide. `improved` are the bests that changed, each with the key it had before. The charts are locked by the
 * caller: what is read of them does not change until the batch is committed. `system + 0` keeps a plan away that is
 * made while the table is small, and kept while it grows: by best_ranked, through the whole board for each play.
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
