/**
 * An image that can't be used; its message is the end of a sentence about the file: "is broken". The song goes on
 * without it.
 */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Buffer
}

/** 4096 by 4096, 64 MiB once decoded: the largest backgrounds have half of it. */
export const maxPixels = 4096 * 4096

/** Throws a PictureError for an image with no pixels, or too many to decode. */
export function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new PictureError('is broken')
  if (width * height > maxPixels) throw new PictureError(`is too large: ${width} by ${height} pixels`)
}
