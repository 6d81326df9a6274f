import { pictureSide } from '@stepledger/contracts/http/profile-image.ts'
import sharp from 'sharp'
import type { EncodedPicture } from './encoded-picture.ts'

/** 7000 by 7000, more than phones take; 150 MB once decoded. */
const maxPixels = 49_000_000

/**
 * The middle of an image, upright, as a JPEG without metadata; of an animated one the first frame. Runs in a process of
 * its own: nothing can stop a decoder but killing it.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return { refused: `The image is too large: ${width} by ${height} pixels` }
  const jpeg = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .toColourspace('srgb')
    .resize(pictureSide, pictureSide, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { jpeg }
}
