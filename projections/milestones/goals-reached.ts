import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Tables } from '../generation.ts'
import { replaceRows } from '../replace-rows.ts'
import { scoreIndexOf } from '../scoring/systems-sql.ts'
import { goalsOf, gradesFrom } from './goals.ts'

const columns = 'player, chart, system, grade, played_at, play_id'
const key = 'player, chart, system, grade'

/** SQL: the first of these attempts of each player and chart that reaches each goal. */
function firstReaching(attempts: string, rules: Rules): string {
  const goals = goalsOf(rules).map(({ system, grade }) => {
    const nth = scoreIndexOf(rules, system)
    return `(${system}::smallint, '${grade}', ${nth}, '{${gradesFrom(grade).join()}}'::text[])`
  })
  const none = `(0::smallint, '', 0, '{}'::text[])`
  return `
    select distinct on (${key}) ${columns}
    from (
      select a.player, a.chart, g.system, g.grade, a.played_at, a.play_id
      from ${attempts} a cross join (values ${goals.join(', ') || none}) as g(system, grade, nth, enough)
      where a.counts and a.grades[g.nth] = any(g.enough)
    ) reaching
    order by ${key}, played_at, play_id`
}

/**
 * Common table expressions that add new plays: `attempted`, of the boards. Rows are read before they are written, because
 * an upsert would lock each of them, or insert it speculatively. `system + 0` prevents a plan along `goals_of_player`:
 * made while the table is small and cached while it grows, it would scan all charts of the player.
 */
export function addGoalsReached({ schema, rules }: Tables): string {
  return `
    reaching as (
      select new.*, old.played_at as old_played_at, old.play_id as old_play_id, old.ctid as old_row
      from (${firstReaching('attempted', rules)}) new
      left join lateral (
        select g.played_at, g.play_id, g.ctid from ${schema}.goals_reached g
        where g.player = new.player and g.chart = new.chart and g.system + 0 = new.system and g.grade = new.grade limit 1
      ) old on true
    ),
    reached as (
      insert into ${schema}.goals_reached (${columns}) select ${columns} from reaching where old_play_id is null
    ),
    reached_earlier as (
      update ${schema}.goals_reached g set played_at = r.played_at, play_id = r.play_id
      from reaching r
      where g.ctid = r.old_row and (r.played_at, r.play_id) < (r.old_played_at, r.old_play_id)
    )`
}

/** SQL: the statement for players on charts where one of their plays changed. Parameters: lists of charts and players. */
export function recomputeGoalsReached({ schema, rules }: Tables): string {
  return `
    with touched as materialized (
      select distinct chart collate "C" as chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)
    ),
    own as materialized (
      select a.* from touched t join ${schema}.attempts a on a.chart = t.chart and a.player = t.player
    ),
    ${replaceRows(schema, {
      table: 'goals_reached',
      key: ['player', 'chart', 'system', 'grade'],
      values: ['played_at', 'play_id'],
      computed: firstReaching('own', rules),
    })}
    select`
}

/** SQL: the statement that fills the table from all attempts. */
export function fillGoalsReached({ schema, rules }: Tables): string {
  return `insert into ${schema}.goals_reached (${columns}) ${firstReaching(`${schema}.attempts`, rules)}`
}
