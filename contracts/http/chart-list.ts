import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { numericId, numericIdText } from '../ids.ts'
import { stepsType } from '../steps-type.ts'
import { noBody, nothing, route } from './route.ts'
import { bannerFields } from './shapes/banner.ts'
import { chartSummary } from './shapes/chart.ts'
import { listPage, listQuery } from './shapes/listing.ts'
import { isoTime } from './shapes/time.ts'

/** A pack that contains a chart. */
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

const filters = { stepsType: stepsType.optional(), difficulty: difficulty.optional() }

export const chartsQuery = listQuery(['songName', 'rating', 'createdAt']).extend({
  ...filters,
  packId: numericIdText.optional(),
})
export type ChartsQuery = z.infer<typeof chartsQuery>

export const chartsPage = listPage(
  listedChart,
  z.object({ search: z.string(), ...filters, packId: numericId.optional() }),
)
export type ChartsPage = z.infer<typeof chartsPage>

export const listCharts = route({
  name: 'listCharts',
  method: 'GET',
  path: '/api/charts',
  summary: 'List all known charts, with search, filters, sort order and pagination',
  params: nothing,
  query: chartsQuery,
  body: noBody,
  answer: chartsPage,
})
