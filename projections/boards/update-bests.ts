import type { Tables } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import { attemptColumns, attemptOfPlay, bestOf } from './best-of.ts'
import { moveBuckets } from './move-buckets.ts'

/**
 * Common table expressions that update bests from the current bests and the new plays. `compared` are the bests of the
 * new plays with the current ones; `improved` those that are better, `old_key` being null for the first of a player.
 * The caller holds the locks of the charts, so rows that are read here do not change before the batch is committed, and
 * are updated by their ctid; an upsert costs more, for it inserts each row speculatively. `system + 0` prevents a plan
 * that uses best_ranked: made while the table is small and cached while it grows, it would scan the whole board for
 * each play.
 */
export function updateBests({ schema, rules }: Tables): string {
  return `
    attempted as (
      insert into ${schema}.attempts (${attemptColumns})
      select ${attemptOfPlay} from ${accepted}
      returning *
    ),
    compared as (
      select new.*, old.key as old_key, old.play_id as old_play_id, old.ctid as old_row
      from (${bestOf('attempted', rules)}) new
      left join lateral (
        select b.key, b.play_id, b.ctid from ${schema}.best b
        where b.chart = new.chart and b.player = new.player and b.system + 0 = new.system limit 1
      ) old on true
    ),
    improved as (
      select chart, system, player, key, play_id, played_at, grade, old_key, old_row from compared
      where old_key is null or key > old_key or (key = old_key and play_id < old_play_id)
    ),
    bests as (
      insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
      select chart, system, player, key, play_id, played_at, grade from improved where old_key is null
    ),
    raised as (
      update ${schema}.best b set key = i.key, play_id = i.play_id, played_at = i.played_at, grade = i.grade
      from improved i
      where b.ctid = i.old_row
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
