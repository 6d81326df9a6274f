import type { Rgb } from './dot-raster.ts'

/** Any colour of CSS as bytes: painted on a pixel and read back, as only the browser knows them all. */
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
