import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { numericId, numericIdText, playerId } from '../ids.ts'
import { stepsType } from '../steps-type.ts'
import { route } from './route.ts'
import { bannerFields } from './shapes/banner.ts'
import { chartSummary } from './shapes/chart.ts'
import { listPage, listQuery } from './shapes/listing.ts'
import { requestedBoard } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

export const packOfChart = z.object({ id: numericId, name: z.string(), ...bannerFields })
export type PackOfChart = z.infer<typeof packOfChart>

/** A row of the list of all charts. `packs`: all packs that contain the chart now. */
export const listedChart = z.object({
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
export const chartsPage = listPage(
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
