import type { ChartsPage, ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'

/** A page of the list of all charts. */
export const chartsPage: Page<ChartsQuery, ChartsPage, ChartsPage> = {
  async find({ generation }, query) {
    const { charts, total } = await chartsOn(generation, query, fromPage(query))
    const { search, stepsType, difficulty, packId } = query
    return {
      data: charts,
      meta: pageMetaOf(query, total),
      filters: { search, stepsType, difficulty, packId },
    }
  },

  show: (answer) => ({ answer, tags: [] }),
}
