import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { systemIds } from '../scoring/systems-sql.ts'
import { rankKeySql } from './rank-key-sql.ts'

export const attemptOfPlay = `id, chart, player, at, played_at, hundredths, grades, eligible, ${onlyFailed('reasons')}`

/** The columns of an attempt, in the same order. */
export const attemptColumns = 'play_id, chart, player, at, played_at, hundredths, grades, counts, only_failed'

/** SQL: the play is off the boards only because it was failed, or would have been with fail on. */
export function onlyFailed(reasons: string): string {
  return `(cardinality(${reasons}) > 0 and ${reasons} <@ '{failed,life-ran-out}'::text[])`
}

/** SQL: the best counting attempt of each chart, player and system: the greatest key, then the smallest play id. */
export function bestOf(attempts: string, rules: Rules): string {
  return `
    select distinct on (chart, player, system) chart, system, player, key, play_id, played_at, grade
    from (
      select a.chart, s.system, a.player, ${rankKeySql('s.hundredths', 'a.at')} as key, a.play_id, a.played_at, s.grade
      from ${attempts} a
      cross join unnest(${systemIds(rules)}, a.hundredths, a.grades) as s(system, hundredths, grade)
      where a.counts
    ) scored
    order by chart, player, system, key desc, play_id`
}
