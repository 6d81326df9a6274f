import { z } from 'zod'

const variant = z.object({ format: z.enum(['avif', 'webp']), url: z.string() })

/** A picture in its sizes: md is 512 px wide, sm 256. */
export const bannerVariants = z.object({
  original: z.array(variant),
  md: z.array(variant),
  sm: z.array(variant),
  all: z.array(variant),
})

/** The banner fields that packs, songs and charts share; null where no pack brought one. */
export const bannerFields = {
  banner: bannerVariants.nullable(),
  bannerUrl: z.string().nullable(),
  mdBannerUrl: z.string().nullable(),
  smBannerUrl: z.string().nullable(),
}
export type BannerFields = z.infer<z.ZodObject<typeof bannerFields>>
