import type { Tables, TablesTx } from '../generation.ts'
import type { ChangedPlay, ReadModel } from '../read-model.ts'
import { setsOfCharts } from '../sets-of-charts.ts'
import { valuesOf } from '../values-of.ts'
import { addFailedBests, fillFailedBests, recomputeFailedBests } from './failed-bests.ts'
import { addFirsts, fillFirsts, recomputeFirsts } from './firsts.ts'
import { addImprovements, fillImprovements, recomputeImprovements } from './improvements.ts'
import { indexRecordsTables, recordsTables } from './tables.ts'

/** What players achieved on charts: how their bests came about, what they only failed, and who is first. */
export const records: ReadModel = {
  tables: recordsTables,
  index: indexRecordsTables,
  // None: the model of plays locks the charts.
  shared: () => [],
  addPlays: {
    parameters: 0,
    values: () => [],
    sql: (tables) => [addImprovements, addFailedBests, addFirsts].map((add) => add(tables)).join(', '),
  },
  async fold(into, _batch, { judged, withdrawn, reinstated, erased }) {
    for (const plays of setsOfCharts([...judged, ...withdrawn, ...reinstated, ...erased]))
      await recompute(into, plays)
    return {}
  },
  build: {
    staging: [],
    copied: () => [],
    finish: ({ schema, rules, run }) =>
      run([fillImprovements, fillFailedBests, fillFirsts].map((fill) => fill({ schema, rules }))),
  },
}

/** Computes the records of players on charts where one of their plays changed, after the boards. */
async function recompute(into: TablesTx, plays: readonly ChangedPlay[]): Promise<void> {
  await into.tx.query({
    name: `${into.schema}_recompute_records_v2`,
    text: recomputeStatement(into),
    values: valuesOf(plays, 'chart', 'player'),
  })
}

function recomputeStatement(tables: Tables): string {
  const steps = [recomputeImprovements, recomputeFailedBests, recomputeFirsts]
  return `
    with
      touched as materialized (
        select distinct chart collate "C" as chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)
      ),
      own_attempts as materialized (
        select a.* from touched t join ${tables.schema}.attempts a on a.chart = t.chart and a.player = t.player
      ),
      ${steps.map((step) => step(tables)).join(', ')}
    select`
}
