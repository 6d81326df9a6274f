import { pictureSide } from '@stepledger/contracts/http/profile-image.ts'
import type { PercentCrop } from 'react-image-crop'

/** JPEG quality of the upload. */
const quality = 0.9

/** Draws the crop over the whole canvas, on white because JPEG has no transparency. */
export function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: PercentCrop): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Failed to process image')
  const { naturalWidth, naturalHeight } = image
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    image,
    (crop.x / 100) * naturalWidth,
    (crop.y / 100) * naturalHeight,
    (crop.width / 100) * naturalWidth,
    (crop.height / 100) * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The crop as a 400 × 400 JPEG. Rejects if the browser can't encode it. */
export function squareJpeg(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  drawSquare(canvas, image, crop)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('Failed to process image')))
    canvas.toBlob(take, 'image/jpeg', quality)
  })
}
