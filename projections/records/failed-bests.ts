import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { rankKeySql } from '../boards/rank-key-sql.ts'
import type { Tables } from '../generation.ts'
import { replaceRows } from '../replace-rows.ts'
import { systemIds } from '../scoring/systems-sql.ts'

const columns = 'player, chart, system, key, play_id, played_at'

function bestFailedOf(attempts: string, rules: Rules): string {
  return `
    select distinct on (player, chart, system) ${columns}
    from (
      select a.player, a.chart, s.system, ${rankKeySql('s.hundredths', 'a.at')} as key, a.play_id, a.played_at
      from ${attempts} a
      cross join unnest(${systemIds(rules)}, a.hundredths) as s(system, hundredths)
      where a.only_failed
    ) scored
    order by player, chart, system, key desc, play_id`
}

/** The common table expression that adds new plays: `attempted`, of the boards. */
export function addFailedBests({ schema, rules }: Tables): string {
  return `
    failed_again as (
      insert into ${schema}.failed_bests as f (${columns}) ${bestFailedOf('attempted', rules)}
      on conflict (player, chart, system) do update
        set key = excluded.key, play_id = excluded.play_id, played_at = excluded.played_at
        where excluded.key > f.key or (excluded.key = f.key and excluded.play_id < f.play_id)
    )`
}

/** Common table expressions that compute pairs of chart and player again: the relation `touched`. */
export function recomputeFailedBests({ schema, rules }: Tables): string {
  return replaceRows(schema, {
    table: 'failed_bests',
    key: ['player', 'chart', 'system'],
    values: ['key', 'play_id', 'played_at'],
    computed: bestFailedOf('own_attempts', rules),
  })
}

/** SQL: the statement that fills the table from all attempts. */
export function fillFailedBests({ schema, rules }: Tables): string {
  return `insert into ${schema}.failed_bests (${columns}) ${bestFailedOf(`${schema}.attempts`, rules)}`
}
