import { z } from 'zod'

/** A picture in one size and format, kept under the SHA-256 of its bytes, 64 hex digits. Sizes in px. */
const variant = z.object({
  format: z.enum(['avif', 'webp']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type PictureVariant = z.infer<typeof variant>

/** A picture of a pack or a song in its sizes, each in every format: `md` is at most 512 px wide, `sm` at most 256. */
export const picture = z.object({
  original: z.array(variant),
  md: z.array(variant),
  sm: z.array(variant),
})
export type Picture = z.infer<typeof picture>
