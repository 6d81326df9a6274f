import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId } from '../ids.ts'
import { maxZipBytes, packName } from '../packs/pack-limits.ts'
import { chartCounts } from '../packs/processed-chart.ts'
import { packUpload } from '../packs/upload.ts'
import { route } from './route.ts'

/** Maximum open uploads per uploader, and in total. */
export const maxOpenUploads = { own: 20, all: 500 } as const

/** Validity of an upload address, seconds. */
export const uploadSeconds = 6 * 3600

/** Number of uploads on the page, newest first. */
export const uploadsShown = 25

export const createPackUpload = route('createPackUpload', 'POST /api/pack/upload-url', {
  access: 'packs.upload',
  summary: 'Create an upload address for the zip of a pack (PUT); the pack is processed after the upload',
  body: z.object({
    /** The name of the pack followed by `.zip`. */
    filename: z
      .string()
      .max(300)
      .regex(/\.zip$/i, 'must end with .zip'),
    contentType: z.literal('application/zip', 'must be application/zip'),
    /** Bytes of the zip: the address accepts exactly this size. Without it, any size up to 2 GiB. */
    size: z.int().min(1).max(maxZipBytes, 'must be at most 2 GiB').optional(),
  }),
  answer: z.object({
    uploadUrl: z.string(),
    uploadKey: z.string(),
    /** Headers to send with the upload. */
    headers: z.record(z.string(), z.string()),
    upload: packUpload,
  }),
  errors: [409],
  grows: true,
})

/** Throws ZodError if it is invalid. */
export function packNameOf(filename: string): string {
  return packName.parse(filename.replace(/\.zip$/i, ''))
}

export const listPackUploads = route('listPackUploads', 'GET /api/pack/uploads', {
  access: 'packs.upload',
  summary: 'List the uploads of the caller with their state, newest first',
  answer: z.object({ uploads: z.array(packUpload) }),
})

export const cancelPackUpload = route('cancelPackUpload', 'DELETE /api/pack/upload/:id', {
  access: 'packs.upload',
  summary: 'Cancel an upload of the caller that is not processed yet',
  params: z.object({ id: z.uuid() }),
  answer: packUpload,
  errors: [404, 409],
})

/** The source of a chart, reduced to what the decision page shows. */
const statement = z.object({
  title: z.string(),
  subtitle: z.string(),
  artist: z.string(),
  difficulty,
  meter: z.int().nullable(),
  stepsType: z.string(),
  stepartist: z.string(),
  credit: z.string(),
  description: z.string(),
  chartName: z.string(),
  counts: chartCounts,
})

/** Identifies a waiting chart. `content`: digest of its source, so that a decision applies to this version only. */
const decidedChart = z.object({
  songId: numericId,
  hash: chartHash,
  content: z.string().regex(/^[0-9a-f]{32}$/, 'must be the content of a waiting chart'),
})

/**
 * A chart whose counts or description differ from those already known for its hash. It has no effect until it is
 * accepted. `known`: the source in force; null if no listed pack contains the chart any more.
 */
const waitingChart = decidedChart.extend({
  packId: numericId,
  packName: z.string(),
  states: statement,
  known: statement.extend({ packName: z.string() }).nullable(),
})
export type WaitingChart = z.infer<typeof waitingChart>

/** A value of a waiting chart that differs from the one in force. */
interface Difference {
  readonly what: string
  readonly before: string
  readonly after: string
}

const compared = [
  ['Title', 'title'],
  ['Subtitle', 'subtitle'],
  ['Artist', 'artist'],
  ['Difficulty', 'difficulty'],
  ['Rating', 'meter'],
  ['Steps type', 'stepsType'],
  ['Stepartist', 'stepartist'],
  ['Credit', 'credit'],
  ['Description', 'description'],
  ['Chart name', 'chartName'],
] as const
const counts = [
  ['Rows', 'rows'],
  ['Holds', 'holds'],
  ['Rolls', 'rolls'],
  ['Mines', 'mines'],
] as const

/** Counts first. Empty if another chart of the same hash in the song has other counts. */
export function differencesOf({ states, known }: WaitingChart): Difference[] {
  if (!known) return []
  const pairs = [
    ...counts.map(([what, name]) => [what, known.counts[name], states.counts[name]] as const),
    ...compared.map(([what, name]) => [what, known[name], states[name]] as const),
  ]
  return pairs.flatMap(([what, before, after]) =>
    before === after ? [] : [{ what, before: shownValue(before), after: shownValue(after) }],
  )
}

function shownValue(value: string | number | null): string {
  return value === null || value === '' ? '-' : String(value)
}

/** Maximum waiting charts in one list and in one decision. */
export const waitingShown = 200

export const listWaitingCharts = route('listWaitingCharts', 'GET /api/pack/waiting', {
  access: 'packs.upload',
  summary: 'List charts that differ from what is known about their hash and wait for a decision',
  answer: z.object({
    own: z.array(waitingChart),
    /** Charts of other packs that a pack of the caller contained first. */
    toDecide: z.array(waitingChart),
  }),
})

export const decideCharts = route('decideCharts', 'POST /api/pack/waiting', {
  access: 'packs.upload',
  summary: 'Accept or refuse waiting charts of another pack that a pack of the caller contained first',
  body: z.object({
    packId: numericId,
    accepted: z.boolean(),
    charts: z.array(decidedChart).min(1, 'must name a chart').max(waitingShown),
  }),
  answer: z.object({ decided: z.int() }),
  errors: [409],
})
