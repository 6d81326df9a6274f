import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { z } from 'zod'

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
export const variants = z.union([
  z.object({ variants: z.array(variant).readonly() }),
  z.object({ skipped: z.string() }),
])
export type Variants = z.infer<typeof variants>

export const pictureJob = z.object({ bytes, kind: pictureKind })
export type PictureJob = z.infer<typeof pictureJob>

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
