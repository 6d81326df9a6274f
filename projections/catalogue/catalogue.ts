import { restoreCounts, subtractCounts, uncountedPlays } from '../play-count.ts'
import { rejudgePlays } from '../plays/rejudge-plays.ts'
import type { ReadModel } from '../read-model.ts'
import { buildCharts, earliestMetadata, playsOfCharts, stagedMetadata } from './build-charts.ts'
import { buildPacks, copiedPacks, stagedPacks } from './build-packs.ts'
import { describeByPlays, replaceFirstPlays } from './describe-by-plays.ts'
import { foldPacks } from './fold-packs.ts'
import { chartsOfPacks } from './known-packs.ts'
import { catalogueTables, createCatalogueTables, indexCatalogueTables } from './tables.ts'
import { upsertCharts } from './upsert-charts.ts'

/** Packs with their songs, and all known charts. */
export const catalogue: ReadModel = {
  tables: catalogueTables,
  create: createCatalogueTables,
  index: indexCatalogueTables,
  // The model of plays locks the charts of its plays.
  shared: async (into, { packs }) => [
    ...packs.flatMap(({ event }) =>
      event.type === 'SongProcessed' ? event.data.charts.map(({ hash }) => hash) : [],
    ),
    ...(await chartsOfPacks(into, packs)),
  ],
  addPlays: upsertCharts,
  async fold(into, { packs: events }, changes) {
    const { withdrawn, reinstated, erased, retitled, unverified } = changes
    const unnamed = await replaceFirstPlays(into, { removed: [...withdrawn, ...erased], reinstated })
    const { described, undescribed, recounted, packs } = await foldPacks(into, events)
    const named = await describeByPlays(into, [...unnamed, ...undescribed])
    await restoreCounts(into, playsOfCharts, reinstated)
    await subtractCounts(into, playsOfCharts, uncountedPlays(changes))
    return {
      packs,
      retitled: [...new Set([...retitled, ...described, ...named])],
      judged: await rejudgePlays(into, { charts: recounted, plays: unverified }),
    }
  },
  build: {
    staging: [stagedMetadata, stagedPacks],
    copied: (schema) => [earliestMetadata(schema), copiedPacks(schema)],
    async finish(build) {
      await buildCharts(build)
      await buildPacks(build)
    },
  },
}
