import type { Rgb } from './dot-raster.ts'

/** Converts any CSS colour to RGB bytes by painting a pixel. */
export function bytesOf(colour: string): Rgb {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return [128, 128, 128]
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 128, green = 128, blue = 128] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
