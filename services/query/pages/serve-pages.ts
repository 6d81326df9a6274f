import { getChart, getChartLeaderboards, listCharts } from '@stepledger/contracts/http/charts.ts'
import { getHome } from '@stepledger/contracts/http/home.ts'
import { getOverlay } from '@stepledger/contracts/http/overlay.ts'
import { getPack, listPacks, listSimfiles } from '@stepledger/contracts/http/packs.ts'
import { getPlay, getPlayExplanation, getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { QueryDeps } from '../deps.ts'
import type { Page } from '../page.ts'
import type { ServePage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { boardPage } from './board-page.ts'
import { chartPage, chartsPage } from './chart-pages.ts'
import { homePage } from './home-page.ts'
import { overlayPage } from './overlay-page.ts'
import { packPage, packsPage, simfilesPage } from './pack-pages.ts'
import { playExplanation, playPage, playStandings } from './play-pages.ts'

const rulesPage: Page<unknown, Rules> =
  async ({ generation: { rules } }) =>
  () => ({ answer: rules, tags: [] })

type PlayDeps = Pick<QueryDeps, 'positionOfPlay'>

/** Serves the pages that are the same for everyone. */
export function servePages(servePage: ServePage, { positionOfPlay }: PlayDeps): void {
  servePage(getHome, { page: homePage, about: () => tag.home })
  servePage(getRules, { page: rulesPage })
  servePage(listPacks, { page: packsPage, about: () => tag.packs })
  servePage(getPack, { page: packPage, about: ({ id }) => tag.pack(id), missing: 'Pack not found' })
  servePage(listSimfiles, { page: simfilesPage, about: () => tag.packs })
  servePage(listCharts, { page: chartsPage, about: () => tag.charts })
  const ofChart = { about: ({ hash }: { hash: string }) => tag.chart(hash), missing: 'Chart not found' }
  servePage(getChart, { page: chartPage, ...ofChart })
  servePage(getChartLeaderboards, { page: boardPage, ...ofChart })
  const ofPlay = {
    about: ({ id }: { id: number }) => tag.play(id),
    missing: 'Play not found',
    positionOf: ({ id }: { id: number }) => positionOfPlay(id),
  }
  servePage(getPlay, { page: playPage, ...ofPlay })
  servePage(getPlayExplanation, { page: playExplanation, ...ofPlay })
  servePage(getPlayStandings, { page: playStandings, ...ofPlay })
  servePage(getOverlay, { page: overlayPage, about: ({ id }) => tag.player(id), missing: 'User not found' })
}
