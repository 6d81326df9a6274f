import type { BannerFields } from '@stepledger/contracts/http/shapes/chart.ts'
import type { Picture, PictureVariant } from '@stepledger/contracts/packs/picture.ts'

export function mediaPath({ sha256 }: Pick<PictureVariant, 'sha256'>): string {
  return `/media/${sha256}`
}

/** Songs have no original of some pictures. */
export function largestUrlOf(picture: Picture | null): string | null {
  return urlOf(picture?.original) ?? urlOf(picture?.md) ?? urlOf(picture?.sm)
}

/** Returns a single URL for a size: the WebP variant, which every browser supports. */
function urlOf(variants: readonly PictureVariant[] | undefined): string | null {
  const chosen = variants?.find(({ format }) => format === 'webp') ?? variants?.[0]
  return chosen ? mediaPath(chosen) : null
}

export function bannerOf(picture: Picture | null): BannerFields {
  if (!picture) return { banner: null, bannerUrl: null, mdBannerUrl: null, smBannerUrl: null }
  const urls = (variants: readonly PictureVariant[]) =>
    variants.map((variant) => ({ format: variant.format, url: mediaPath(variant) }))
  const [original, md, sm] = [urls(picture.original), urls(picture.md), urls(picture.sm)]
  return {
    banner: { original, md, sm, all: [...original, ...md, ...sm] },
    bannerUrl: urlOf(picture.original),
    mdBannerUrl: urlOf(picture.md),
    smBannerUrl: urlOf(picture.sm),
  }
}
