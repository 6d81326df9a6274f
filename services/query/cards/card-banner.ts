import type { Picture, PictureVariant } from '@stepledger/contracts/packs/picture.ts'

/** The variant of a banner that a card's picture is made of: the largest, as WebP. Null for none. */
export function cardBanner(banner: Picture | null): PictureVariant | null {
  const variants = banner?.original ?? []
  return variants.find(({ format }) => format === 'webp') ?? variants[0] ?? null
}
