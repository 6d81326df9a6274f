import {
  addCounts,
  fillCounts,
  type PlayCount,
  restoreCounts,
  subtractCounts,
  uncountedPlays,
} from '../play-count.ts'
import { accepted, keptPlays } from '../plays/relations.ts'
import type { ReadModel } from '../read-model.ts'
import { addTotals, dropErased, fillTotals, restoreTotals, subtractWithdrawn } from './player-totals.ts'
import { activityTables, indexActivityTables, quarterOf } from './tables.ts'

const playsByQuarter: PlayCount = {
  table: 'player_quarters',
  key: { player: 'player', quarter: quarterOf('played_at') },
}

/** When and how much players play: the days and the cells of a profile. */
export const activity: ReadModel = {
  tables: activityTables,
  index: indexActivityTables,
  // None: the plays of a player are in one partition.
  shared: () => [],
  addPlays: {
    parameters: 0,
    values: () => [],
    sql: ({ schema }) => `
      by_quarter as (${addCounts(schema, playsByQuarter, accepted)}),
      totalled as (${addTotals(schema)})`,
  },
  async fold(into, _batch, changes) {
    await restoreCounts(into, playsByQuarter, changes.reinstated)
    await restoreTotals(into, changes.reinstated)
    await subtractCounts(into, playsByQuarter, uncountedPlays(changes))
    await subtractWithdrawn(into, changes.withdrawn)
    await dropErased(into, changes.erased)
    return {}
  },
  build: {
    staging: [],
    copied: () => [],
    finish: ({ schema, run }) =>
      run([fillCounts(schema, playsByQuarter, `${keptPlays(schema)} kept`), fillTotals(schema)]),
  },
}
