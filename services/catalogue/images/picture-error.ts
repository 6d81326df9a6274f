/** An unusable image; the message completes a sentence about the file: "is broken". The song is kept without it. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Buffer
}

/** 4096 by 4096, 64 MiB decoded: twice the largest known backgrounds. */
export const maxPixels = 4096 * 4096

/** Throws PictureError for an image with no or too many pixels. */
export function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new PictureError('is broken')
  if (width * height > maxPixels) throw new PictureError(`is too large: ${width} by ${height} pixels`)
}
