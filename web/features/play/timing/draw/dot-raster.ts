import { type DotStamp, quarters } from './dot-stamp.ts'

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** A pixel buffer for dots, device px. Cheaper than a path per dot, and independent of the graphics card. */
export interface DotRaster {
  readonly image: ImageData
  /** One 32-bit word per pixel: ABGR from the highest byte (all browsers run on little-endian machines). */
  readonly pixels: Uint32Array
}

export function dotRaster(width: number, height: number): DotRaster {
  const image = new ImageData(Math.max(1, width), Math.max(1, height))
  return { image, pixels: new Uint32Array(image.data.buffer) }
}

/** Stamps a dot centred at (x, y), clipped to the raster. */
export function stampDot(raster: DotRaster, stamps: readonly DotStamp[], x: number, y: number, colour: Rgb) {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fine = Math.floor((y - row) * quarters) * quarters + Math.floor((x - column) * quarters)
  const stamp = stamps[fine]
  if (!stamp) return
  const { width, height } = raster.image
  const { pixels } = raster
  const { size, coverage } = stamp
  const left = column - stamp.middle
  const top = row - stamp.middle
  const fromX = Math.max(0, -left)
  const toX = Math.min(size, width - left)
  const toY = Math.min(size, height - top)
  const [red, green, blue] = colour
  const plain = (blue << 16) | (green << 8) | red
  for (let sy = Math.max(0, -top); sy < toY; sy++) {
    let from = sy * size + fromX
    let to = (top + sy) * width + left + fromX
    for (let sx = fromX; sx < toX; sx++, from++, to++) {
      const alpha = coverage[from] ?? 0
      if (alpha === 0) continue
      const old = pixels[to] ?? 0
      pixels[to] = old === 0 ? ((alpha << 24) | plain) >>> 0 : over(old, red, green, blue, alpha)
    }
  }
}

/** Alpha-composites a colour over a pixel. */
function over(old: number, red: number, green: number, blue: number, alpha: number): number {
  const below = ((old >>> 24) * (255 - alpha)) / 255
  const all = alpha + below
  const mix = (above: number, under: number) => Math.round((above * alpha + under * below) / all)
  const [r, g, b] = [mix(red, old & 255), mix(green, (old >>> 8) & 255), mix(blue, (old >>> 16) & 255)]
  return ((Math.round(all) << 24) | (b << 16) | (g << 8) | r) >>> 0
}
