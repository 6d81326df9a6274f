import { noPicture, pictureSide } from '@stepledger/contracts/http/profile-image.ts'
import PQueue from 'p-queue'
import { breaksRule, busy } from '../../platform/http/refusal.ts'
import { imageFormat } from '../../platform/images/image-format.ts'

/** 7000 by 7000, more than phones take; 150 MB once decoded, so one at a time. */
const maxPixels = 49_000_000
/** Of one picture. */
const maxSeconds = 10
/** Pictures that wait for their turn. */
const mostWaiting = 20

const formats = ['jpeg', 'png', 'gif', 'webp']
const field = 'profileImageUrl'
const turns = new PQueue({ concurrency: 1 })

/**
 * The picture of a player out of what was sent: its middle, upright, as a JPEG of 400 by 400 pixels without metadata;
 * of an animated one the first frame. Nothing of the bytes that were sent is in it. Throws 422 for what is no such
 * image, 503 when too many wait.
 */
export async function makePicture(bytes: Buffer): Promise<Buffer> {
  // What is not one of the four by its bytes gets to no decoder: an SVG would have one draw, and read other files.
  if (!formats.includes(imageFormat(bytes) ?? '')) throw breaksRule(field, noPicture)
  if (turns.size >= mostWaiting) throw busy(2)
  return turns.add(() => encode(bytes))
}

async function encode(bytes: Buffer): Promise<Buffer> {
  // A large library that most processes never need.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels)
      throw breaksRule(field, `The image is too large: ${width} by ${height} pixels`)
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .toColourspace('srgb')
      .resize(pictureSide, pictureSide, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .timeout({ seconds: maxSeconds })
      .jpeg({ quality: 90 })
      .toBuffer()
  } catch (error) {
    // What sharp throws is a plain error.
    if (error instanceof Error && error.constructor === Error)
      throw breaksRule(field, 'Failed to process image')
    throw error
  }
}
