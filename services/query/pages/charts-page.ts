import type { ChartsPage, ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartsOn, type OwnFilter } from '@stepledger/projections/catalogue/list-charts.ts'
import { packById } from '@stepledger/projections/catalogue/list-packs.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

export const chartsPage: Page<ChartsQuery, ChartsPage> = async ({ generation }, query) => {
  const answer = await chartList(generation, query)
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}

/** Returns a page of the list of charts. `own`: filters by the plays of a player. */
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
