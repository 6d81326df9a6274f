import type { ChartsPage, ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartListQueryOf, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { CachedList } from '../lists/cached-list.ts'
import type { Page } from '../page.ts'

/** A page of the list of all charts. */
export function chartsPage(charts: CachedList<string>): Page<ChartsQuery, ChartsPage, ChartsPage> {
  return {
    async find({ generation }, query) {
      const page = fromPage(query)
      const asked = chartListQueryOf(query, page)
      const kept = asked && (await charts.find(generation, asked))
      const found = await chartsOn(generation, query, page, kept)
      const { search, stepsType, difficulty, packId } = query
      return {
        data: found.charts,
        meta: pageMetaOf(query, found.total),
        filters: { search, stepsType, difficulty, packId },
      }
    },

    show: (answer) => ({ answer, tags: [] }),
  }
}
