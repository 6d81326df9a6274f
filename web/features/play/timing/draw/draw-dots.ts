import { lowerBound, type StepOrder } from '../model/step-order.ts'
import type { Steps } from '../model/steps.ts'
import type { Plot, TimeSpan } from '../model/timing-scale.ts'
import { type DotRaster, dotRaster, type Rgb, stampDot } from './dot-raster.ts'
import { type DotStamp, dotStamps } from './dot-stamp.ts'
import type { Surface } from './surface.ts'

/** Worse judgments get larger dots, so that few bad steps stand out. Px, by the window's edge in seconds. */
function dotRadius(seconds: number): number {
  if (seconds <= 0.023) return 1.6
  return seconds <= 0.1035 ? 2.1 : 2.6
}

const strength = 0.9

/** The scale of dots when zoomed in. Rounded to quarters, so that stamps are rarely recreated. */
export function growthOf(whole: TimeSpan, span: TimeSpan): number {
  const zoom = (whole.to - whole.from) / (span.to - span.from)
  return Math.round(4 * Math.min(2, Math.max(1, zoom ** 0.3))) / 4
}

/** Above this many visible dots the overlap grid is coarser. */
const crowdedCount = 6000

/** The steps to draw. `ys`: CSS px. `limits`: the windows' edges, seconds. */
interface Dots {
  readonly steps: Steps
  readonly order: StepOrder
  readonly ys: Float32Array
  readonly limits: readonly number[]
  readonly colours: readonly Rgb[]
  readonly growth: number
}

/** Draws the dots; the pixel buffer and stamps are reused while the surface stays the same. */
type DrawDots = (surface: Surface, plot: Plot, span: TimeSpan, dots: Dots) => void

export function dotDrawer(): DrawDots {
  let raster: DotRaster | null = null
  let stamps = new Map<number, DotStamp[]>()
  let stampedFor = 0
  let occupied = new Uint8Array(0)

  return ({ context, height, ratio }, plot, span, { steps, order, ys, limits, colours, growth }) => {
    const left = Math.round(plot.left * ratio)
    const width = Math.round(plot.right * ratio) - left
    const tall = Math.round(height * ratio)
    if (raster?.image.width !== width || raster.image.height !== tall) raster = dotRaster(width, tall)
    else raster.pixels.fill(0)
    if (stampedFor !== ratio) stamps = new Map()
    stampedFor = ratio

    const perSecond = width / (span.to - span.from)
    const margin = (4 * growth * ratio) / perSecond
    const visibleRanges = order.slice(0, limits.length).map((list) => ({
      list,
      from: lowerBound(list, steps.times, span.from - margin),
      to: lowerBound(list, steps.times, span.to + margin),
    }))
    const visibleCount = visibleRanges.reduce((sum, { from, to }) => sum + to - from, 0)

    // Overlapping dots are drawn once per grid cell. Cells are aligned to the song's start, so they move with the song.
    const cell = (visibleCount > crowdedCount ? 1.4 : 0.6) * ratio
    const columns = Math.ceil((width + 8 * growth * ratio) / cell) + 2
    const firstColumn = Math.floor(((span.from - margin) * perSecond) / cell)
    const cells = columns * (Math.ceil(tall / cell) + 1)
    if (occupied.length < cells) occupied = new Uint8Array(cells)
    else occupied.fill(0)

    for (const [judgment, { list, from, to }] of visibleRanges.entries()) {
      const radius = dotRadius(limits[judgment] ?? 1) * growth
      const drawn = stamps.get(radius) ?? dotStamps(radius * ratio, strength)
      stamps.set(radius, drawn)
      const colour = colours[judgment] ?? [128, 128, 128]
      for (let slot = from; slot < to; slot++) {
        const index = list[slot] ?? 0
        const time = steps.times[index] ?? 0
        const y = (ys[index] ?? 0) * ratio
        const at = Math.floor(y / cell) * columns + Math.floor((time * perSecond) / cell) - firstColumn
        if (occupied[at] === judgment + 1) continue
        occupied[at] = judgment + 1
        stampDot(raster, drawn, (time - span.from) * perSecond, y, colour)
      }
    }
    context.putImageData(raster.image, left, 0)
  }
}
