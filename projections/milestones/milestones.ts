import type { ReadModel } from '../read-model.ts'
import { setsOfCharts } from '../sets-of-charts.ts'
import { valuesOf } from '../values-of.ts'
import { addGoalsReached, fillGoalsReached, recomputeGoalsReached } from './goals-reached.ts'
import { indexMilestonesTables, milestonesTables } from './tables.ts'

/**
 * By which plays players reached the grades that milestones are made of. The milestones themselves are read from these
 * rows, the steps of `activity`, and the charts and packs as they are (milestones-of.ts), so a chart with another meter or
 * a pack with another song changes no row.
 */
export const milestones: ReadModel = {
  tables: milestonesTables,
  index: indexMilestonesTables,
  // None: the model of plays locks the charts.
  shared: () => [],
  addPlays: { parameters: 0, values: () => [], sql: addGoalsReached },
  async fold(into, _batch, { judged, withdrawn, reinstated, erased }) {
    for (const plays of setsOfCharts([...judged, ...withdrawn, ...reinstated, ...erased]))
      await into.tx.query({
        name: `${into.schema}_recompute_goals_reached_v2`,
        text: recomputeGoalsReached(into),
        values: valuesOf(plays, 'chart', 'player'),
      })
    return {}
  },
  build: {
    staging: [],
    copied: () => [],
    finish: ({ schema, rules, run }) => run([fillGoalsReached({ schema, rules })]),
  },
}
