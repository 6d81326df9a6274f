import type { Tables } from '../generation.ts'
import { systemIds } from '../scoring/systems-sql.ts'

const columns = 'chart, system, player, key, played_at'

/** The common table expression that adds new plays: `improved`, the bests that changed, of the boards. */
export function addFirsts({ schema }: Tables): string {
  return `
    toppers as (
      select distinct on (chart, system) ${columns} from improved order by chart, system, key desc, player desc
    ),
    crowned as (
      insert into ${schema}.firsts (${columns})
      select l.chart, l.system, l.player, l.key, l.played_at
      from toppers l
      left join lateral (
        select f.key, f.player from ${schema}.firsts f where f.chart = l.chart and f.system = l.system limit 1
      ) top on true
      where top.key is null or (l.key, l.player) >= (top.key, top.player)
      on conflict (chart, system) do update
        set player = excluded.player, key = excluded.key, played_at = excluded.played_at
    )`
}

/** Common table expressions that read the first places of charts again: the relation `touched`, of chart and player. */
export function recomputeFirsts({ schema, rules }: Tables): string {
  return `
    touched_charts as materialized (select distinct chart from touched),
    toppers as materialized (
      select t.chart, s.system, b.player, b.key, b.played_at
      from touched_charts t cross join unnest(${systemIds(rules)}) as s(system)
      cross join lateral (
        select player, key, played_at from ${schema}.best b
        where b.chart = t.chart and b.system = s.system order by b.key desc, b.player desc limit 1
      ) b
    ),
    emptied as (
      delete from ${schema}.firsts f using touched_charts t
      where f.chart = t.chart
        and not exists (select from toppers l where l.chart = f.chart and l.system = f.system)
    ),
    crowned as (
      insert into ${schema}.firsts as f (${columns}) select ${columns} from toppers
      on conflict (chart, system) do update
        set player = excluded.player, key = excluded.key, played_at = excluded.played_at
        where (f.player, f.key, f.played_at) is distinct from (excluded.player, excluded.key, excluded.played_at)
    )`
}

/** SQL: the statement that fills the table from all bests. */
export function fillFirsts({ schema }: Tables): string {
  return `
    insert into ${schema}.firsts (${columns})
    select distinct on (chart, system) ${columns}
    from ${schema}.best join (select chart, system, max(key) as key from ${schema}.best group by chart, system) top
      using (chart, system, key)
    order by chart, system, player desc`
}
