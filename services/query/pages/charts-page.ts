import type { ChartsPage, ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

export const chartsPage: Page<ChartsQuery, ChartsPage> = async ({ generation }, query) => {
  const { charts, total } = await chartsOn(generation, query, fromPage(query))
  const { search, stepsType, difficulty, minMeter, maxMeter, packId } = query
  const answer = {
    data: charts,
    meta: pageMetaOf(query, total),
    filters: { search, stepsType, difficulty, minMeter, maxMeter, packId },
  }
  return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
}
