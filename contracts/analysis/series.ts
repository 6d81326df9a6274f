import { z } from 'zod'

export const fileFormat = z.enum(['parquet', 'csv', 'ndjson'])
export type FileFormat = z.infer<typeof fileFormat>

/** A month by UTC, as `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

const count = z.int().min(0)

/** A file of a series. `path`: below the series. `month`: null where a table has one file. `sha256`: 64 hex digits. */
export const seriesFile = z.object({
  table: z.string(),
  month: month.nullable(),
  path: z
    .string()
    .max(300)
    .regex(/^(?!.*\.\.)[\w=./-]+$/),
  bytes: count,
  rows: count,
  sha256: z.string(),
})
export type SeriesFile = z.infer<typeof seriesFile>

/**
 * A month of a series. `digest`: of all that its files are made of, with a secret, so that one that did not change is
 * not written again. `final`: always true, a month is published once it is over.
 */
export const seriesMonth = z.object({
  month,
  digest: z.string(),
  final: z.boolean(),
})
export type SeriesMonth = z.infer<typeof seriesMonth>

/**
 * What was exported at once, and from where. `positions`: the next offset of each partition of the ledger's topic
 * `events`; what lies before is in it. `schemaVersion`: see schema-changes.ts. `rules`: title of those that scores
 * follow. `complete`: nothing is missing; else the export was cut off, and goes on when it is run again.
 */
export const series = z.object({
  id: z.string(),
  madeAt: z.iso.datetime(),
  schemaVersion: z.int().positive(),
  format: fileFormat,
  ledgerId: z.string(),
  positions: z.array(count),
  rules: z.string(),
  complete: z.boolean(),
  months: z.array(seriesMonth),
  files: z.array(seriesFile),
})
export type Series = z.infer<typeof series>
