import { z } from 'zod'

const variant = z.object({ format: z.enum(['avif', 'webp']), url: z.string() })

/** The variants of a picture: md is 512 px wide, sm 256. */
export const bannerVariants = z.object({
  original: z.array(variant),
  md: z.array(variant),
  sm: z.array(variant),
  all: z.array(variant),
})

/** The banner fields of packs, songs and charts; null if there is no banner. */
export const bannerFields = {
  banner: bannerVariants.nullable(),
  bannerUrl: z.string().nullable(),
  mdBannerUrl: z.string().nullable(),
  smBannerUrl: z.string().nullable(),
}
export type BannerFields = z.infer<z.ZodObject<typeof bannerFields>>
