import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { rankKeySql } from '../boards/rank-key-sql.ts'
import type { Tables } from '../generation.ts'
import { replaceRows } from '../replace-rows.ts'
import { systemIds } from '../scoring/systems-sql.ts'

const columns = 'chart, player, system, at, play_id, played_at, key, old_key'

/**
 * Common table expressions that add new plays: `attempted` and `compared`, of the boards. Plays are seldom folded in
 * another order than they were received in, so most pairs of chart and player have no attempt that was received later:
 * their earlier best is the best, and their rows stay as they are. Those of an `overtaken` pair are brought up to date
 * from `since` on. `not in` is always hashed; an anti join would be a nested loop, as the size of a common table
 * expression is unknown.
 */
export function addImprovements({ schema, rules }: Tables): string {
  const attempt = 'chart, player, at, play_id, played_at, hundredths, counts'
  const isOvertaken = '(chart, player) in (select chart, player from overtaken)'
  const isOther = '(chart, player) not in (select chart, player from overtaken)'
  return `
    newly_attempted as materialized (
      select chart, player, min(at) as since from attempted where counts group by chart, player
    ),
    received_later as materialized (
      select a.*, n.since from newly_attempted n cross join lateral (
        select ${attempt} from ${schema}.attempts a
        where a.chart = n.chart and a.player = n.player and a.at >= n.since
      ) a
    ),
    overtaken as materialized (select distinct chart, player, since from received_later),
    attempts_since as materialized (
      select ${attempt} from attempted union all select ${attempt} from received_later
    ),
    earlier_bests as materialized (
      select chart, player, system, old_key as key from compared where ${isOther}
      union all
      select p.chart, p.player, s.system, (
          select i.key from ${schema}.improvements i
          where i.chart = p.chart and i.player = p.player and i.system = s.system and i.at < p.since
          order by i.at desc, i.play_id desc limit 1
        ) as key
      from overtaken p cross join unnest(${systemIds(rules)}) as s(system)
    ),
    scored as (
      select a.chart, a.player, s.system, a.at, a.play_id, a.played_at, ${rankKeySql('s.hundredths', 'a.at')} as key
      from attempts_since a cross join unnest(${systemIds(rules)}, a.hundredths) as s(system, hundredths)
      where a.counts
    ),
    ran as (
      select r.*, greatest(e.key, max(r.key) over (
          partition by r.chart, r.player, r.system order by r.at, r.play_id rows between unbounded preceding and 1 preceding
        )) as old_key
      from scored r join earlier_bests e on e.chart = r.chart and e.player = r.player and e.system = r.system
    ),
    improving as materialized (select ${columns} from ran where old_key is null or key > old_key),
    outdated as (
      delete from ${schema}.improvements i using overtaken p
      where i.chart = p.chart and i.player = p.player and i.at >= p.since
        and (i.system, i.play_id) not in (select system, play_id from improving)
    ),
    followed as (
      insert into ${schema}.improvements as i (${columns}) select ${columns} from improving
      where ${isOvertaken}
      on conflict (chart, player, system, at, play_id) do update
        set played_at = excluded.played_at, key = excluded.key, old_key = excluded.old_key
        where (i.key, i.old_key) is distinct from (excluded.key, excluded.old_key)
    ),
    appended as (
      insert into ${schema}.improvements (${columns}) select ${columns} from improving
      where ${isOther}
    )`
}

/** Common table expressions that compute pairs of chart and player again: the relation `touched`. */
export function recomputeImprovements({ schema, rules }: Tables): string {
  return replaceRows(schema, {
    table: 'improvements',
    key: ['chart', 'player', 'system', 'at', 'play_id'],
    values: ['played_at', 'key', 'old_key'],
    computed: improvementsOf('own_attempts', rules),
  })
}

/** SQL: the statement that fills the table from all attempts. */
export function fillImprovements({ schema, rules }: Tables): string {
  return `insert into ${schema}.improvements (${columns}) ${improvementsOf(`${schema}.attempts`, rules)}`
}

/** SQL: the improvements among all attempts of some pairs of chart and player, which are sorted once for all systems. */
function improvementsOf(attempts: string, rules: Rules): string {
  const keys = rules.systems.map(({ id }, i) => ({ id, key: rankKeySql(`hundredths[${i + 1}]`, 'at'), i }))
  return `
    select a.chart, a.player, s.system, a.at, a.play_id, a.played_at, s.key, s.old_key
    from (
      select chart, player, at, play_id, played_at,
        ${keys.map(({ key, i }) => `${key} as key_${i}, max(${key}) over before as old_${i}`).join(', ')}
      from ${attempts} where counts
      window before as (partition by chart, player order by at, play_id rows between unbounded preceding and 1 preceding)
    ) a
    cross join lateral (values ${keys.map(({ id, i }) => `(${id}::smallint, a.key_${i}, a.old_${i})`).join(', ')}) as s(system, key, old_key)
    where s.old_key is null or s.key > s.old_key`
}
