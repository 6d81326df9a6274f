import type { ReadModel } from '../read-model.ts'
import { buildCharts, earliestMetadata, stagedMetadata } from './build-charts.ts'
import { learnCharts } from './learn-charts.ts'
import { catalogueTables, createCatalogueTables, indexCatalogueTables } from './tables.ts'
import { uncountChartPlays } from './uncount-plays.ts'

/** Charts, as far as they are known. */
export const catalogue: ReadModel = {
  tables: catalogueTables,
  create: createCatalogueTables,
  index: indexCatalogueTables,
  // The charts of its plays, which the plays have named.
  shared: () => [],
  addPlays: learnCharts,
  async fold(into, _batch, { withdrawn, erased }) {
    const gone = [...withdrawn, ...erased.filter((play) => !play.withdrawn)]
    if (gone.length > 0) await uncountChartPlays(into, gone)
  },
  build: {
    staging: [stagedMetadata],
    copied: (schema) => [earliestMetadata(schema)],
    finish: buildCharts,
  },
}
