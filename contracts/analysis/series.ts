import { z } from 'zod'

/** The ending of a file is its format. */
export const fileFormat = z.enum(['parquet', 'csv', 'csv.gz', 'ndjson'])
export type FileFormat = z.infer<typeof fileFormat>

const count = z.int().min(0)

/** A file of a series, with a whole table. `path`: relative to the folder of all series. `sha256`: hex. */
export const seriesFile = z.object({
  table: z.string(),
  format: fileFormat,
  path: z
    .string()
    .max(300)
    .regex(/^(?!.*\.\.)[\w./-]+$/),
  bytes: count,
  rows: count,
  sha256: z.string(),
})
export type SeriesFile = z.infer<typeof seriesFile>

/**
 * One export of everything up to `madeAt`. `positions`: the checkpoint, as the next offset of each partition of `events`.
 * `rules`: title of the rules of the scores.
 */
export const series = z.object({
  id: z.string(),
  madeAt: z.iso.datetime(),
  schemaVersion: z.int().positive(),
  ledgerId: z.string(),
  positions: z.array(count),
  rules: z.string(),
  files: z.array(seriesFile),
})
export type Series = z.infer<typeof series>

/** Regular expression of how a text begins that spreadsheets read as a formula, also in full width. */
export const formulaStart = '[=+\\-@\\t\\r\\n＝＋－＠]'
