import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { attemptOfPlay, bestOf } from './best-of.ts'
import { bucketSql } from './rank-key-sql.ts'

/** Statements of a build that fill the tables of boards from the plays that are left. */
export function fillBoards(schema: string, rules: Rules): string[] {
  const anySystem = rules.systems[0]?.id ?? 0
  return [
    `insert into ${schema}.attempts (play_id, chart, player, at, played_at, hundredths, grades, counts)
     select ${attemptOfPlay} from ${schema}.plays where withdrawn_at is null`,
    `insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
     ${bestOf(`${schema}.attempts`, rules)}`,
    `insert into ${schema}.buckets (chart, system, bucket, players)
     select chart, system, ${bucketSql('key')}, count(*) from ${schema}.best group by 1, 2, 3`,
    `insert into ${schema}.boards (chart, version, players)
     select chart, 1, coalesce(ranked.players, 0)
     from (select distinct chart from seen_charts) seen
     left join (
       select chart, count(*) as players from ${schema}.best where system = ${anySystem} group by chart
     ) ranked using (chart)`,
  ]
}
