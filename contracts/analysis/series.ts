import { z } from 'zod'

export const fileFormat = z.enum(['parquet', 'csv', 'ndjson'])
export type FileFormat = z.infer<typeof fileFormat>

/** A month in UTC, such as `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

const count = z.int().min(0)

/** A file of a series. `path`: relative to the series. `month`: null if the table is not monthly. `sha256`: hex. */
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
 * A month of a series. `digest`: keyed hash of its inputs; a month with the same digest is not exported again.
 * `final`: always true, because only completed months are published.
 */
export const seriesMonth = z.object({
  month,
  digest: z.string(),
  final: z.boolean(),
})
export type SeriesMonth = z.infer<typeof seriesMonth>

/**
 * One export. `positions`: the checkpoint, as the next offset of each partition of `events`. `schemaVersion`: see
 * schema-changes.ts. `rules`: title of the rules of the scores. `complete`: false after an interrupted export, which
 * the next run resumes.
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
