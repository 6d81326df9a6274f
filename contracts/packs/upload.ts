import { z } from 'zod'
import { isoTime } from '../http/shapes/time.ts'
import { numericId } from '../ids.ts'
import { leftOut } from './processed-chart.ts'

/**
 * Where an upload stands: `issued`, its address waits for the zip · `waiting`, the zip is there and others are ahead ·
 * `processing` · `ready` · `rejected`, with its reason · `cancelled` by its uploader, or never sent.
 */
export const uploadState = z.enum(['issued', 'waiting', 'processing', 'ready', 'rejected', 'cancelled'])
export type UploadState = z.infer<typeof uploadState>

/** What came of an upload. */
export const uploadResult = z.union([
  z.object({
    songs: z.int(),
    charts: z.int(),
    leftOut: z.array(leftOut),
  }),
  z.object({ reason: z.string(), advice: z.string() }),
])
export type UploadResult = z.infer<typeof uploadResult>

/** An upload as its uploader sees it. */
export const packUpload = z.object({
  id: z.uuid(),
  name: z.string(),
  state: uploadState,
  createdAt: isoTime,
  packId: numericId.nullable(),
  songsDone: z.int(),
  /** Null until the zip was opened. */
  songs: z.int().nullable(),
  /** Uploads that are processed before it. */
  ahead: z.int(),
  result: uploadResult.nullable(),
  /** Charts of its pack that were known before with other counts or another description, and wait for acceptance. */
  waitingCharts: z.int().optional(),
})
export type PackUpload = z.infer<typeof packUpload>
