import { setPlayed } from '../catalogue/follow-boards.ts'
import { keptPlays, seenCharts } from '../plays/relations.ts'
import type { BuildTx } from '../read-model.ts'
import { attemptColumns, attemptOfPlay, bestOf } from './best-of.ts'
import { bucketSql } from './rank-key-sql.ts'

/** Fills the tables of boards from the remaining plays. */
export async function buildBoards({ schema, rules, run }: BuildTx): Promise<void> {
  // A chart has the same players in every system.
  const [anySystem] = rules.systems
  if (!anySystem) throw new Error('the rules have no scoring system')
  await run([
    `insert into ${schema}.attempts (${attemptColumns})
     select ${attemptOfPlay} from ${keptPlays(schema)} kept`,
    `insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
     ${bestOf(`${schema}.attempts`, rules)}`,
    `insert into ${schema}.buckets (chart, system, bucket, players)
     select chart, system, ${bucketSql('key')}, count(*) from ${schema}.best group by 1, 2, 3`,
    `insert into ${schema}.boards (chart, version, players)
     select chart, 1, coalesce(ranked.players, 0)
     from (select distinct chart from ${seenCharts}) seen
     left join (
       select chart, count(*) as players from ${schema}.best where system = ${anySystem.id} group by chart
     ) ranked using (chart)`,
    setPlayed(schema),
  ])
}
