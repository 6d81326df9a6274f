import { z } from 'zod'
import { chartHash } from '../ids.ts'
import { route } from './route.ts'
import { chart, chartSummary } from './shapes/chart.ts'
import { leaderboard } from './shapes/leaderboard.ts'
import { listOf } from './shapes/listing.ts'
import { pageNumber } from './shapes/paging.ts'
import { recentPlay } from './shapes/recent-play.ts'

/** Page size of a board. */
export const leaderboardPageSize = 25

/** Number of recent plays on a chart's page. */
export const chartRecentPlays = 10

const byHash = z.object({ hash: chartHash })

export const chartPage = z.object({ ...chart.shape, recentPlays: z.array(recentPlay) })
export type ChartPage = z.infer<typeof chartPage>

export const getChart = route('getChart', 'GET /api/chart/:hash', {
  summary: 'Get a chart with its recent plays',
  params: byHash,
  answer: chartPage,
  errors: [404],
})

export const chartLeaderboards = z.object({ hash: chartHash, leaderboards: z.array(leaderboard) })
export type ChartLeaderboards = z.infer<typeof chartLeaderboards>

export const getChartLeaderboards = route('getChartLeaderboards', 'GET /api/chart/:hash/leaderboards', {
  summary: 'Get a page of every board of a chart, with the best counting play of each player',
  params: byHash,
  query: z.object({ page: pageNumber.default(1) }),
  answer: chartLeaderboards,
  errors: [404],
})

/** Maximum charts of a request by hash. */
export const maxChartsByHash = 200

export const listChartsByHash = route('listChartsByHash', 'GET /api/charts/by-hash', {
  access: 'session',
  summary: `List up to ${maxChartsByHash} charts by their hashes; one that no play and no pack has named is titled with its hash`,
  query: z.object({ charts: listOf(chartHash, '[0-9a-f]{16}', maxChartsByHash) }),
  answer: z.object({ charts: z.array(chartSummary) }),
})
