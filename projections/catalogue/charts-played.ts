import type { FollowingStatement } from '../read-model.ts'

/** Updates `played` of charts: their boards have a player. */
export const chartsPlayed: FollowingStatement = {
  write: ({ schema }, touched) => `
    update ${schema}.charts c set played = b.players > 0
    from (select distinct chart from ${touched} where seen) t join ${schema}.boards b on b.chart = t.chart
    where c.hash = t.chart and c.played <> (b.players > 0)`,
}
