import type { Picture, PictureVariant } from '@stepledger/contracts/packs/picture.ts'

/** The banner variant used for a card's picture: the largest, preferably WebP. Null without a banner. */
export function cardBanner(banner: Picture | null): PictureVariant | null {
  const variants = banner?.original ?? []
  return variants.find(({ format }) => format === 'webp') ?? variants[0] ?? null
}
