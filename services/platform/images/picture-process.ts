import sharp from 'sharp'
import { serveJobs } from '../child-process/serve-jobs.ts'
import { type EncodedPicture, type PictureJob, pictureJob } from './make-picture.ts'

sharp.concurrency(1)
sharp.cache(false)
serveJobs(pictureJob, encodePicture)

/** 7000 by 7000, more than phone cameras produce; 150 MB decoded. */
const maxPixels = 49_000_000

/**
 * Crops an image to its centre, rotates it upright and encodes a JPEG without metadata; of an animation, the first frame.
 * Runs in a child process, as a decoder can only be stopped by a kill.
 */
async function encodePicture({ bytes, width, height }: PictureJob): Promise<EncodedPicture> {
  const sent = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (sent.width * sent.height > maxPixels)
    return { refused: `The image is too large: ${sent.width} by ${sent.height} pixels` }
  const jpeg = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { jpeg }
}
