import { followBoards, setPlayed } from '../catalogue/follow-boards.ts'
import { keptPlays, seenCharts } from '../plays/relations.ts'
import type { BuildTx, ReadModel } from '../read-model.ts'
import { setsOfCharts } from '../sets-of-charts.ts'
import { dropAttempts, refreshAttempts, restoreAttempts } from './attempts.ts'
import { attemptColumns, attemptOfPlay, bestOf } from './best-of.ts'
import { bucketSql } from './rank-key-sql.ts'
import { recomputeBests } from './recompute-bests.ts'
import { boardsTables, indexBoardsTables } from './tables.ts'
import { updateBests } from './update-bests.ts'

/** Each player's best counting play on every chart, ranked in every system. */
export const boards: ReadModel = {
  tables: boardsTables,
  index: indexBoardsTables,
  // None: the model of plays locks the charts.
  shared: () => [],
  addPlays: { parameters: 0, values: () => [], sql: updateBests },
  async fold(into, _batch, { judged, withdrawn, reinstated, erased }) {
    const removed = [...withdrawn, ...erased]
    const rescored = judged.filter(({ ranked }) => ranked)
    for (const plays of setsOfCharts(judged)) await refreshAttempts(into, plays)
    if (removed.length > 0) await dropAttempts(into, removed)
    if (reinstated.length > 0) await restoreAttempts(into, reinstated)
    for (const plays of setsOfCharts([...rescored, ...removed, ...reinstated]))
      await recomputeBests(into, plays)
    await followBoards(into, [...judged, ...removed, ...reinstated])
    return {}
  },
  build: { staging: [], copied: () => [], finish: buildBoards },
}

/** Fills the tables of boards from the remaining plays. */
async function buildBoards({ schema, rules, run }: BuildTx): Promise<void> {
  // A chart has the same players in every system.
  const [anySystem] = rules.systems
  if (!anySystem) throw new Error('the rules have no scoring system')
  await run([
    `insert into ${schema}.attempts (${attemptColumns})
     select ${attemptOfPlay} from ${keptPlays(schema)} kept`,
    `analyze ${schema}.attempts`,
    `insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
     ${bestOf(`${schema}.attempts`, rules)}`,
    `analyze ${schema}.best`,
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
