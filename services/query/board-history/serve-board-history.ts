import { getBoardAtDay, getChartReigns } from '@stepledger/contracts/http/board-history.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { boardAtPage } from './board-at-page.ts'
import { reignsPage } from './reigns-page.ts'

/** Serves the past of a chart's boards. */
export function serveBoardHistory(servePage: ServePage): void {
  const ofChart = { about: ({ hash }: { hash: string }) => tag.chart(hash), missing: 'Chart not found' }
  servePage(getBoardAtDay, { page: boardAtPage, ...ofChart }, ({ params, query }) => ({
    ...params,
    ...query,
  }))
  servePage(getChartReigns, { page: reignsPage, ...ofChart }, ({ params, query }) => ({
    ...params,
    ...query,
  }))
}
