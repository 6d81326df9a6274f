import { z } from 'zod'

/** A picture in one size and format, stored under the SHA-256 of its bytes (hex). Sizes in px. */
export const pictureVariant = z.object({
  format: z.enum(['avif', 'webp']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type PictureVariant = z.infer<typeof pictureVariant>

/** The variants of a picture, each size in every format: `md` is at most 512 px wide, `sm` at most 256. */
export const picture = z.object({
  original: z.array(pictureVariant),
  md: z.array(pictureVariant),
  sm: z.array(pictureVariant),
})
export type Picture = z.infer<typeof picture>
