import type { ChartsPage, ChartsQuery, listChartsByHash } from '@stepledger/contracts/http/charts.ts'
import { chartsOn, type OwnFilter } from '@stepledger/projections/catalogue/list-charts.ts'
import { packById } from '@stepledger/projections/catalogue/list-packs.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import type { z } from 'zod'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { OwnQuestionOf, Page } from '../page.ts'

export const chartsPage: Page<ChartsQuery, ChartsPage> = async ({ generation }, query) => {
  const answer = await chartList(generation, query)
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}

/** `own`: filters by the plays of a player. */
export async function chartList(
  generation: GenerationDb,
  query: ChartsQuery,
  own: OwnFilter | null = null,
): Promise<ChartsPage> {
  const { charts, total } = await chartsOn(generation, query, fromPage(query), own)
  const { search, artist, stepartist, stepsType, difficulty, minMeter, maxMeter, packId } = query
  const pack = packId === undefined ? null : await packById(generation, packId)
  return {
    data: charts,
    meta: pageMetaOf(query, total),
    filters: {
      search,
      artist,
      stepartist,
      stepsType,
      difficulty,
      minMeter,
      maxMeter,
      packId,
      packName: pack?.name,
    },
  }
}

/** Charts that an organiser has chosen by their hashes. */
export const chartsByHashPage: Page<
  OwnQuestionOf<typeof listChartsByHash>,
  z.input<typeof listChartsByHash.answer>
> = async ({ generation }, { charts: hashes }) => {
  const found = await competitionChartsOf(generation, hashes)
  const charts = [...found.values()].map(({ credit: _, ...chart }) => chart)
  return () => ({ answer: { charts }, tags: [] })
}
