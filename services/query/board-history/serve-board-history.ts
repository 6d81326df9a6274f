import { getBoardAtDay, getChartReigns, getStandingsAtDay } from '@stepledger/contracts/http/board-history.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { boardAtPage } from './board-at-page.ts'
import { reignsPage } from './reigns-page.ts'
import { standingsAtPage } from './standings-at-page.ts'

/** Serves the past of boards of charts and of standings. */
export function serveBoardHistory(servePage: ServePage): void {
  const ofChart = { about: ({ hash }: { hash: string }) => tag.chart(hash), missing: 'Chart not found' }
  servePage(getBoardAtDay, { page: boardAtPage, ...ofChart })
  servePage(getChartReigns, { page: reignsPage, ...ofChart })
  servePage(getStandingsAtDay, {
    page: standingsAtPage,
    slow: true,
    about: ({ slug }) => tag.event(slug),
    missing: 'Event or round not found',
  })
}
