import jsQR from 'jsqr'
import { z } from 'zod'
import type { ScreenLine } from './screen-lines.ts'

/** Dark modules of a code: quads as left, top, right, bottom, relative to a point of the screen. */
const drawn = z.array(
  z.object({
    x: z.number(),
    y: z.number(),
    quads: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  }),
)

/**
 * Paints what the game draws, with a pixel for each of its px, and reads it as a camera would: dark quads on the light
 * boxes behind them, on a dark screen.
 */
export function readCodes(json: string, lines: readonly ScreenLine[]): (string | null)[] {
  const boxes = lines.filter(({ name }) => name === 'Light')
  const codes = drawn.parse(JSON.parse(json)).toSorted((a, b) => a.x - b.x)
  return codes.map(({ x, y, quads }) => {
    const box = boxes.find((each) => Math.abs(each.x - x) < each.width / 2)
    if (!box) return null
    // The light box alone has to be enough: whatever is around it is dark.
    const surrounding = 40
    const left = box.x - box.width / 2 - surrounding
    const top = box.y - box.height / 2 - surrounding
    const size = { width: box.width + 2 * surrounding, height: box.height + 2 * surrounding }
    const picture = painter(size.width, size.height)
    picture.paint(surrounding, surrounding, surrounding + box.width, surrounding + box.height, 255)
    for (const [l, t, r, b] of quads) picture.paint(x + l - left, y + t - top, x + r - left, y + b - top, 0)
    return jsQR(picture.pixels, size.width, size.height)?.data ?? null
  })
}

function painter(width: number, height: number) {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  const paint = (left: number, top: number, right: number, bottom: number, grey: number) => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) pixels.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  paint(0, 0, width, height, 20)
  return { pixels, paint }
}
