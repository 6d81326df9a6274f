import { fileFormat, series } from '@stepledger/contracts/analysis/series.ts'
import { z } from 'zod'
import { engineAddress } from '../../platform/engine.ts'

/** The first message to an export process. */
export const exportJob = z.object({
  address: engineAddress,
  /** ms since 1970. */
  now: z.number(),
  options: z.object({
    id: z.string(),
    folder: z.string(),
    work: z.string(),
    prefix: z.string(),
    format: fileFormat,
    from: z.string().nullable(),
    to: z.string().nullable(),
    known: series.nullable(),
  }),
})
export type ExportJob = z.input<typeof exportJob>

/** Messages from an export process. After `save` it waits for `exportSaved`. */
export const exportReport = z.union([
  z.object({
    progress: z.object({
      what: z.string(),
      done: z.number().exactOptional(),
      of: z.number().exactOptional(),
      unit: z.string().exactOptional(),
    }),
  }),
  z.object({ save: series }),
  z.object({ done: series }),
  z.object({ failed: z.object({ name: z.string(), message: z.string() }) }),
])
export type ExportReport = z.infer<typeof exportReport>

/** The response to `save`. */
export const exportSaved = z.object({ saved: z.literal(true) })
