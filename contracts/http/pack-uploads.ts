import { z } from 'zod'
import { numericId } from '../ids.ts'
import { maxZipBytes, packName } from '../packs/pack-limits.ts'
import { packUpload } from '../packs/upload.ts'
import { decidedChart, waitingChart } from '../packs/waiting-chart.ts'
import { noBody, nothing, route } from './route.ts'

/** Uploads that one uploader may have open at once, and all together. */
export const mostOpenUploads = { own: 20, all: 500 } as const

/** How long an address takes the zip, seconds. */
export const uploadSeconds = 6 * 3600

/** Uploads that the page shows, the last ones. */
export const uploadsShown = 25

export const createPackUpload = route({
  name: 'createPackUpload',
  method: 'POST',
  path: '/api/pack/upload-url',
  access: 'packs.upload',
  summary: 'An address that takes the zip of a pack by PUT; the pack is processed when it has arrived',
  params: nothing,
  query: nothing,
  body: z.object({
    /** The name of the pack with `.zip` behind. */
    filename: z
      .string('filename is required')
      .max(300)
      .regex(/\.zip$/i, 'must end with .zip'),
    contentType: z.literal('application/zip', 'must be application/zip'),
    /** Bytes of the zip: the address takes exactly these. Left out, it takes any number up to 2 GiB. */
    size: z.int('must be the bytes of the zip').min(1).max(maxZipBytes, 'A pack may have 2 GiB').optional(),
  }),
  answer: z.object({
    uploadUrl: z.string(),
    uploadKey: z.string(),
    /** To be sent with it. */
    headers: z.record(z.string(), z.string()),
    upload: packUpload,
  }),
  errors: [409],
  grows: true,
})

/** The name of the pack that is in a file of this name. Throws ZodError. */
export function packNameOf(filename: string): string {
  return packName.parse(filename.replace(/\.zip$/i, ''))
}

export const listPackUploads = route({
  name: 'listPackUploads',
  method: 'GET',
  path: '/api/pack/uploads',
  access: 'packs.upload',
  summary: 'Own uploads, the newest first: where each of them stands',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ uploads: z.array(packUpload) }),
})

export const cancelPackUpload = route({
  name: 'cancelPackUpload',
  method: 'DELETE',
  path: '/api/pack/upload/:id',
  access: 'packs.upload',
  summary: 'Cancels an own upload that is not processed yet',
  params: z.object({ id: z.uuid() }),
  query: nothing,
  body: noBody,
  answer: packUpload,
  errors: [404, 409],
})

/** Waiting charts that are listed and decided at once. */
export const waitingShown = 200

export const listWaitingCharts = route({
  name: 'listWaitingCharts',
  method: 'GET',
  path: '/api/pack/waiting',
  access: 'packs.upload',
  summary: 'Charts of packs that state something else about a known chart, and wait for acceptance',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({
    /** Of own packs: others decide. */
    own: z.array(waitingChart),
    /** Of other packs, about charts that an own pack brought first. */
    toDecide: z.array(waitingChart),
  }),
})

export const decideCharts = route({
  name: 'decideCharts',
  method: 'POST',
  path: '/api/pack/waiting',
  access: 'packs.upload',
  summary: 'Accepts or refuses waiting charts of another pack that an own pack brought first',
  params: nothing,
  query: nothing,
  body: z.object({
    packId: numericId,
    accepted: z.boolean(),
    charts: z.array(decidedChart).min(1, 'must name a chart').max(waitingShown),
  }),
  answer: z.object({ decided: z.int() }),
  errors: [409],
})
