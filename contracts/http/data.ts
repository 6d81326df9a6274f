import { z } from 'zod'
import { schemaChange } from '../analysis/schema-changes.ts'
import { seriesFile, seriesMonth, series as wholeSeries } from '../analysis/series.ts'
import { analysisTable } from '../analysis/table.ts'
import { route } from './route.ts'

/** Path of the published files. They support range requests and cross-origin access. */
export const dataFilesPath = '/data/files/'

/** `url`: path on this host. The ETag is `sha256`. */
export const publishedFile = seriesFile.omit({ path: true }).extend({ url: z.string() })
export type PublishedFile = z.infer<typeof publishedFile>

export const publishedSeries = wholeSeries.omit({ complete: true, months: true, files: true }).extend({
  months: z.array(seriesMonth.omit({ digest: true })),
  files: z.array(publishedFile),
})
export type PublishedSeries = z.infer<typeof publishedSeries>

/**
 * `series`: available series, newest first. `licence`: terms set by the operator, or null. `fewestPlayers`: minimum
 * number of players in every row. `quietDays`: days between the end of a month and its publication. `publishedAt`: time
 * of day of scheduled publications, UTC, such as `04:00`; null if there is no schedule.
 */
export const publishedData = z.object({
  series: z.array(publishedSeries),
  tables: z.array(analysisTable),
  schemaChanges: z.array(schemaChange),
  licence: z.string().nullable(),
  fewestPlayers: z.int(),
  quietDays: z.int(),
  publishedAt: z.string().nullable(),
})
export type PublishedData = z.infer<typeof publishedData>

export const getData = route('getData', 'GET /api/data', {
  summary:
    'Get the published data: files of counts and means over players, their data dictionary, and the licence',
  answer: publishedData,
})
