import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { z } from 'zod'
import { JobKilledError, jobProcess, program } from '../../platform/child-process/job-process.ts'

const pictureKind = z.enum(['banner', 'background', 'jacket'])
export type PictureKind = z.infer<typeof pictureKind>

export const variantFormats = ['avif', 'webp'] as const
export type VariantFormat = (typeof variantFormats)[number]

const variant = z.object({
  size: z.enum(['original', 'md', 'sm']),
  format: z.enum(variantFormats),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  bytes,
  /** Content-addressed: `{sha256}.avif`. Sizes of a small picture share one. */
  name: z.string(),
})
export type Variant = Readonly<z.infer<typeof variant>>
export type VariantSize = Variant['size']

/** The variants, largest first; or why there are none, completing a sentence about the file: "is broken". */
const variants = z.union([
  z.object({ variants: z.array(variant).readonly() }),
  z.object({ skipped: z.string() }),
])
export type Variants = z.infer<typeof variants>

export const pictureJob = z.object({ bytes, kind: pictureKind })
type PictureJob = z.infer<typeof pictureJob>

/** An unusable image; the message completes a sentence about the file: "is broken". The song is kept without it. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Buffer
}

/** 4096 by 4096, 64 MiB decoded: twice the largest known backgrounds. */
export const maxPixels = 4096 * 4096

/** Throws PictureError for an image with no or too many pixels. */
export function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new PictureError('is broken')
  if (width * height > maxPixels) throw new PictureError(`is too large: ${width} by ${height} pixels`)
}

/** Limits of the process that decodes one picture: seconds and bytes. */
export const variantsDeadlineSeconds = 20
export const maxVariantsMemory = 768 * 1024 ** 2

export interface VariantMaker {
  make(bytes: Buffer, kind: PictureKind): Promise<Variants>
  /** CPU time so far, ms. */
  cpuMs(): number
  stop(): void
}

const defaults = { deadlineSeconds: variantsDeadlineSeconds, maxBytes: maxVariantsMemory }

/** Makes variants in a child process, which is killed when a picture exceeds the limits of time or memory. */
export function variantMaker({ deadlineSeconds, maxBytes } = defaults): VariantMaker {
  const process = jobProcess<PictureJob, Variants>({
    program: program('pack-picture-process', './picture-process.ts', import.meta.url),
    result: variants,
    deadlineMs: deadlineSeconds * 1000,
    maxBytes,
  })
  return {
    async make(bytes, kind) {
      try {
        return await process.run({ bytes, kind })
      } catch (error) {
        if (!(error instanceof JobKilledError) || error.why === 'stopped') throw error
        if (error.why === 'deadline')
          return { skipped: `takes more than ${deadlineSeconds} seconds to decode` }
        return { skipped: 'takes too much memory to decode' }
      }
    },
    cpuMs: process.cpuMs,
    stop: process.stop,
  }
}
