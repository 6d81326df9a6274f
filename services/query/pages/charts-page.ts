import type { ChartsPage, ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartListQueryOf, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { CachedList } from '../lists/cached-list.ts'
import type { Page } from '../page.ts'

export function chartsPage(charts: CachedList<string>): Page<ChartsQuery, ChartsPage> {
  return async ({ generation }, query) => {
    const page = fromPage(query)
    const listQuery = chartListQueryOf(query, page)
    const cached = listQuery && (await charts.find(generation, listQuery))
    const result = await chartsOn(generation, query, page, cached)
    const { search, stepsType, difficulty, minMeter, maxMeter, packId } = query
    const answer = {
      data: result.charts,
      meta: pageMetaOf(query, result.total),
      filters: { search, stepsType, difficulty, minMeter, maxMeter, packId },
    }
    return () => ({ answer, tags: [], uncached: isPastEnd(answer.meta) })
  }
}
