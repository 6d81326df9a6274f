import { maxFileBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { LeftOut } from '@stepledger/contracts/packs/processed-chart.ts'
import type { VariantMaker } from '../images/variant-maker.ts'
import type { PictureKind, Variant } from '../images/variants.ts'
import type { MediaFile } from './pack-part.ts'

/** The variants of a picture and their files, or why there are none. */
export interface MadePicture {
  readonly picture: Picture | null
  readonly media: readonly MediaFile[]
  readonly leftOut: readonly LeftOut[]
}

export const noPicture: MadePicture = { picture: null, media: [], leftOut: [] }

/** Makes the variants of a picture. `path`: its name in a report of an unusable file. */
export async function makePicture(
  { make }: Pick<VariantMaker, 'make'>,
  kind: PictureKind,
  path: string,
  read: (limit: number) => Promise<Buffer>,
): Promise<MadePicture> {
  const made = await make(await read(maxFileBytes), kind)
  if ('skipped' in made) return { ...noPicture, leftOut: [{ name: path, reason: made.skipped }] }
  const sized = (size: Variant['size']) =>
    made.variants
      .filter((variant) => variant.size === size)
      .map(({ format, width, height, name }) => ({ format, sha256: hashIn(name), width, height }))
  return {
    picture: { original: sized('original'), md: sized('md'), sm: sized('sm') },
    media: made.variants.map(({ name, format, bytes }) => ({ sha256: hashIn(name), ending: format, bytes })),
    leftOut: [],
  }
}

function hashIn(name: string): string {
  return name.slice(0, name.indexOf('.'))
}
