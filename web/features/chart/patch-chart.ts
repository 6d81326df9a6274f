import { type ChartPage, chartRecentPlays } from '@stepledger/contracts/http/charts.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { withoutPlay, withPlay } from '../../live/patch-plays.ts'

/** Adds a pushed play to the chart and its count; idempotent for a repeated play. */
export function withNewPlay(chart: ChartPage, play: RecentPlay): ChartPage {
  const known = chart.recentPlays.some(({ playId }) => playId === play.playId)
  return {
    ...chart,
    plays: known ? chart.plays : chart.plays + 1,
    recentPlays: withPlay(chart.recentPlays, play, chartRecentPlays),
  }
}

/** Removes a withdrawn play from the list; the next fetch counts again. */
export function withoutWithdrawnPlay(chart: ChartPage, playId: number): ChartPage {
  return { ...chart, recentPlays: withoutPlay(chart.recentPlays, playId) }
}
