import { createHash } from 'node:crypto'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type Sharp from 'sharp'
import type { Sharp as Picture } from 'sharp'
import { hasTooManyScans, imageFormat } from '../../platform/images/image-format.ts'
import { decodeBmp } from './decode-bmp.ts'
import {
  checkSize,
  maxPixels,
  PictureError,
  type PictureKind,
  type Pixels,
  type Variant,
  type VariantFormat,
  type VariantSize,
  type Variants,
  variantFormats,
} from './variants.ts'

/** Widths in pixels. Pictures are never enlarged. */
const widths: Readonly<
  Record<PictureKind, readonly { readonly size: VariantSize; readonly width: number }[]>
> = {
  banner: [
    { size: 'original', width: 1024 },
    { size: 'md', width: 512 },
    { size: 'sm', width: 256 },
  ],
  background: [{ size: 'md', width: 960 }],
  jacket: [
    { size: 'md', width: 512 },
    { size: 'sm', width: 256 },
  ],
}

/** Limit of frames of an animation, of which only the first is shown. */
const maxFrames = 1000

/**
 * Makes the variants of an image, of an animation its first frame. Takes up to a second of one core; hostile images take
 * longer, so this runs in a child process (`variants.ts`). Does not throw for an invalid image.
 */
export async function makeVariants(bytes: Buffer, kind: PictureKind): Promise<Variants> {
  const sharp = await loadSharp()
  try {
    const decoded = await decode(sharp, bytes, itemAt(widths[kind], 0).width)
    return { variants: await encodeAll(sharp, decoded, kind) }
  } catch (error) {
    if (error instanceof PictureError) return { skipped: error.message }
    // sharp throws plain errors; any other class is a bug of ours.
    if (error instanceof Error && error.constructor === Error) return { skipped: 'is broken' }
    throw error
  }
}

async function loadSharp(): Promise<typeof Sharp> {
  // Imported lazily: a large library that most processes do not need.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Decodes the picture upright, in sRGB, at most `width` pixels wide and twice as high. */
async function decode(sharp: typeof Sharp, bytes: Buffer, width: number): Promise<Pixels> {
  const { data, info } = await (await open(sharp, bytes))
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3, data }
}

async function open(sharp: typeof Sharp, bytes: Buffer): Promise<Picture> {
  const format = imageFormat(bytes)
  if (!format) throw new PictureError('is not a PNG, JPEG, GIF, WebP or BMP image')
  if (format === 'bmp') {
    const { data, width, height, channels } = decodeBmp(bytes)
    return sharp(data, { raw: { width, height, channels } })
  }
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw new PictureError('has too many scans')
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  checkSize(width, height)
  if (pages > maxFrames) throw new PictureError(`has too many frames: ${pages}`)
  // Ignores warnings, for example about profiles; a truncated picture is an error.
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
}

async function encodeAll(sharp: typeof Sharp, decoded: Pixels, kind: PictureKind): Promise<Variant[]> {
  const variants: Variant[] = []
  for (const { size, width } of widths[kind]) {
    const encoded = variantFormats.map(async (format): Promise<Variant> => {
      // Sizes of a small picture share one variant.
      const same = variants.find(
        (made) => made.format === format && made.width === Math.min(width, decoded.width),
      )
      return same ? { ...same, size } : { size, ...(await encode(sharp, decoded, width, format)) }
    })
    variants.push(...(await Promise.all(encoded)))
  }
  return variants
}

async function encode(
  sharp: typeof Sharp,
  { data, width, height, channels }: Pixels,
  widest: number,
  format: VariantFormat,
): Promise<Omit<Variant, 'size'>> {
  const smaller = sharp(data, { raw: { width, height, channels } }).resize({
    width: widest,
    withoutEnlargement: true,
  })
  // A higher effort makes AVIF 10 % smaller and takes ten times as long.
  const encoded =
    format === 'avif' ? smaller.avif({ quality: 55, effort: 0 }) : smaller.webp({ quality: 82, effort: 2 })
  const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true })
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { format, width: info.width, height: info.height, bytes, name: `${hash}.${format}` }
}
