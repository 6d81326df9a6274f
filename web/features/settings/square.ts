import { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'

/** The natural size of an image, px. */
interface Size {
  readonly width: number
  readonly height: number
}

/** The largest centred square, in percent of both sides. */
export function largestSquare({ width, height }: Size): PercentCrop {
  const full = width < height ? { width: 100 } : { height: 100 }
  return centerCrop(makeAspectCrop({ unit: '%', ...full }, 1, width, height), width, height)
}

/** The size of a crop in percent of the largest square. */
export function sizeOf(crop: PercentCrop, { width, height }: Size): number {
  return Math.round((crop.width * width) / Math.min(width, height))
}

/** Resizes a crop around its centre, moved back into the image. `percent`: of the largest square. */
export function resized(crop: PercentCrop, size: Size, percent: number): PercentCrop {
  const side = (Math.min(size.width, size.height) * percent) / 100
  const [width, height] = [(side / size.width) * 100, (side / size.height) * 100]
  const within = (at: number, length: number) => Math.min(Math.max(0, at), 100 - length)
  return {
    unit: '%',
    width,
    height,
    x: within(crop.x + (crop.width - width) / 2, width),
    y: within(crop.y + (crop.height - height) / 2, height),
  }
}
