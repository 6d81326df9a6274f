import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId, numericIdText, playerId } from '../ids.ts'
import { grade } from '../rules/grade-names.ts'
import { stepsType } from '../steps-type.ts'
import { route } from './route.ts'
import { bannerFields, chart, chartSummary } from './shapes/chart.ts'
import { leaderboard } from './shapes/leaderboard.ts'
import { listOf, listPage, listQuery, pageNumber } from './shapes/paging.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName, onBoard, percent, requestedBoard } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

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

const packOfChart = z.object({ id: numericId, name: z.string(), ...bannerFields })
export type PackOfChart = z.infer<typeof packOfChart>

/** A row of the list of all charts. `packs`: all packs that contain the chart now. */
const listedChart = z.object({
  ...chartSummary.shape,
  songName: z.string(),
  /** The meter, by which `orderBy=rating` orders. */
  rating: z.number().nullable(),
  subtitle: z.string().nullable(),
  stepartist: z.string().nullable(),
  credit: z.string().nullable(),
  packs: z.array(packOfChart),
  createdAt: isoTime,
})
export type ListedChart = z.infer<typeof listedChart>

/** Meters that the filter accepts. */
export const filteredMeters = { min: 1, max: 40 } as const

const meter = z.coerce.number().int().min(filteredMeters.min).max(filteredMeters.max)

/** A name as charts show it; matched as a whole, without case. */
const wholeName = z
  .string()
  .min(1)
  .max(500)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused; `\p{Cc}` is unknown to readers of OpenAPI
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain control characters')

/**
 * `minMeter`, `maxMeter`: inclusive; charts without a meter match neither. `stepartist`: the credit of charts without
 * one.
 */
const filters = {
  artist: wholeName.optional(),
  stepartist: wholeName.optional(),
  stepsType: stepsType.optional(),
  difficulty: difficulty.optional(),
  minMeter: meter.optional(),
  maxMeter: meter.optional(),
}

export const chartsQuery = listQuery(['songName', 'rating', 'createdAt']).extend({
  ...filters,
  packId: numericIdText.optional(),
})
export type ChartsQuery = z.infer<typeof chartsQuery>

/** `packName`: of a listed `packId`. */
const chartsPage = listPage(
  listedChart,
  z.object({
    search: z.string(),
    ...filters,
    packId: numericId.optional(),
    packName: z.string().optional(),
  }),
)
export type ChartsPage = z.infer<typeof chartsPage>

export const listCharts = route('listCharts', 'GET /api/charts', {
  summary: 'List all known charts, with search, filters, sort order and pagination',
  query: chartsQuery,
  answer: chartsPage,
})

/**
 * `played`: only charts that the caller has played, or has not. `below`: only charts on which this player's best on
 * `leaderboard` is higher than the caller's.
 */
export const ownChartsQuery = chartsQuery.extend({
  played: z.enum(['yes', 'no']).optional(),
  below: playerId.optional(),
  leaderboard: requestedBoard,
})
export type OwnChartsQuery = z.infer<typeof ownChartsQuery>

export const listOwnCharts = route('listOwnCharts', 'GET /api/charts/own', {
  access: 'session',
  summary: "List known charts, filtered by the caller's plays in addition",
  query: ownChartsQuery,
  answer: chartsPage,
})

/** Maximum tries of the caller: the latest. */
export const maxTries = 500

/** Maximum rivals with their progress: those nearest to the caller on the board. */
export const effortRivals = 2

/** Maximum bests of each of them: the latest. */
export const maxRivalBests = 100

/**
 * A play of the caller. `best`: it improved the caller's ranked score; `failed`: not ranked only because it was failed;
 * `unranked`: not ranked for another reason.
 */
const chartTry = z.object({
  playId: numericId,
  at: isoTime,
  score: percent,
  grade,
  kind: z.enum(['best', 'other', 'failed', 'unranked']),
})
export type ChartTry = z.infer<typeof chartTry>

/**
 * The caller's plays of a chart with their scores on one board, by time of play. `plays`: their number; `tries` may be
 * fewer. `before`: the best score before the first of `tries`, null without any.
 */
const chartEffort = z.object({
  hash: chartHash,
  leaderboard: boardName,
  plays: z.int(),
  before: percent.nullable(),
  tries: z.array(chartTry).max(maxTries),
  rivals: z
    .array(z.object({ user: playerName, bests: z.array(z.object({ at: isoTime, score: percent })) }))
    .max(effortRivals),
})
export type ChartEffort = z.infer<typeof chartEffort>

export const getChartEffort = route('getChartEffort', 'GET /api/chart/:hash/effort', {
  access: 'session',
  summary: `Get the plays of the caller on a chart, at most the latest ${maxTries}, and the progress of the nearest rivals`,
  params: z.object({ hash: chartHash }),
  query: onBoard,
  answer: chartEffort,
})
