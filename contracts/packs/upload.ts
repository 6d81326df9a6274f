import { z } from 'zod'
import { isoTime } from '../http/shapes/time.ts'
import { numericId } from '../ids.ts'
import { leftOut } from './processed-chart.ts'

/**
 * State of an upload. `issued`: address created, no zip yet. `waiting`: zip received and queued. `rejected`: with a
 * reason in the result. `cancelled`: by the uploader, or because no zip arrived in time.
 */
export const uploadState = z.enum(['issued', 'waiting', 'processing', 'ready', 'rejected', 'cancelled'])
export type UploadState = z.infer<typeof uploadState>

/**
 * The outcome of an upload: counts if it is ready, reason and advice if it was rejected. `leftOut` of a rejected one: why
 * each of its songs can't be read, if that is the reason.
 */
export const uploadResult = z.union([
  z.object({
    songs: z.int(),
    charts: z.int(),
    leftOut: z.array(leftOut),
  }),
  z.object({ reason: z.string(), advice: z.string(), leftOut: z.array(leftOut).optional() }),
])
export type UploadResult = z.infer<typeof uploadResult>

export const packUpload = z.object({
  id: z.uuid(),
  name: z.string(),
  state: uploadState,
  createdAt: isoTime,
  packId: numericId.nullable(),
  songsDone: z.int(),
  /** Null until the zip is opened. */
  songs: z.int().nullable(),
  ahead: z.int(),
  result: uploadResult.nullable(),
  /** Number of its charts that contradict a known chart and need a decision (http/pack-uploads.ts). */
  waitingCharts: z.int().optional(),
})
export type PackUpload = z.infer<typeof packUpload>
