import { z } from 'zod'
import { seriesFile, series as wholeSeries } from '../analysis/series.ts'
import { analysisTable } from '../analysis/tables.ts'
import { action } from './action.ts'
import { nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Path of the published files. They support range requests and cross-origin access. */
export const dataFilesPath = '/data/files/'

/** `url`: path on this host. The ETag is `sha256`. */
const publishedFile = seriesFile.omit({ path: true }).extend({ url: z.string() })
export type PublishedFile = z.infer<typeof publishedFile>

const publishedSeries = wholeSeries.extend({ files: z.array(publishedFile) })
export type PublishedSeries = z.infer<typeof publishedSeries>

/**
 * `series`: available series, newest first. `licence`: terms set by the operator, or null. `scheduled`: whether a series is
 * published each month. `rowsFrom`: when the first series of rows can appear on a site that published counts before, of
 * which players were told by mail; else null.
 */
export const publishedData = z.object({
  series: z.array(publishedSeries),
  tables: z.array(analysisTable),
  licence: z.string().nullable(),
  scheduled: z.boolean(),
  rowsFrom: isoTime.nullable(),
})
export type PublishedData = z.infer<typeof publishedData>

export const getData = route('getData', 'GET /api/data', {
  summary:
    'Get the published data: files with a row for each play, under numbers of players that are drawn anew for each series, their data dictionary, and the licence',
  answer: publishedData,
})

/** `files`: their number. */
export const publishData = action('publishData', 'POST /api/admin/data/publish', {
  command: 'data publish',
  summary: 'Publish everything up to now in a new series, as the server does once a month',
  input: nothing,
  plan: nothing,
  done: z.object({ series: z.string(), files: z.int() }),
  errors: [503],
  grows: true,
})
