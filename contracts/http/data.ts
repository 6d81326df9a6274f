import { z } from 'zod'
import { schemaChange } from '../analysis/schema-changes.ts'
import { seriesFile, seriesMonth, series as wholeSeries } from '../analysis/series.ts'
import { analysisTable } from '../analysis/table.ts'
import { noBody, nothing, route } from './route.ts'

/**
 * Where the files of the published data lie, on this host. They are served with range requests and to pages of every
 * origin.
 */
export const dataFilesPath = '/data/files/'

/** `url`: the path of its address on this host; its ETag is `sha256`. */
export const publishedFile = seriesFile.omit({ path: true }).extend({ url: z.string() })
export type PublishedFile = z.infer<typeof publishedFile>

export const publishedSeries = wholeSeries.omit({ complete: true, months: true, files: true }).extend({
  months: z.array(seriesMonth.omit({ digest: true })),
  files: z.array(publishedFile),
})
export type PublishedSeries = z.infer<typeof publishedSeries>

/**
 * `series`: those that can be fetched, the newest first. `licence`: under which terms, in the words of the operator;
 * null where none was set. `fewestPlayers`: how many stand behind every row and value at least. `quietDays`: how
 * many days after its end a month is published. `publishedAt`: the time of day at which a new series
 * is made, by UTC, as `04:00`; null where none is made by the clock.
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

export const getData = route({
  name: 'getData',
  method: 'GET',
  path: '/api/data',
  summary:
    'The published data: files of counts and means of players, what their columns mean, and on which terms they come',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: publishedData,
})
