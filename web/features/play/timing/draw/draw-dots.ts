import { placeAt, type StepOrder } from '../model/step-order.ts'
import type { Steps } from '../model/steps.ts'
import type { Plot, TimeSpan } from '../model/timing-scale.ts'
import { type DotRaster, dotRaster, type Rgb, stampDot } from './dot-raster.ts'
import { type DotStamp, dotStamps } from './dot-stamp.ts'
import type { Surface } from './surface.ts'

/**
 * Larger as they get worse, so that the few bad ones are seen among the many good. Px, by the window's edge in seconds.
 */
function dotRadius(seconds: number): number {
  if (seconds <= 0.023) return 1.6
  return seconds <= 0.1035 ? 2.1 : 2.6
}

const strength = 0.9

/**
 * How much larger dots are drawn when a part of the song is shown: there is room between them. In quarters, so that
 * stamps are made seldom.
 */
export function growthOf(whole: TimeSpan, span: TimeSpan): number {
  const zoom = (whole.to - whole.from) / (span.to - span.from)
  return Math.round(4 * Math.min(2, Math.max(1, zoom ** 0.3))) / 4
}

/** More dots than these in sight lie so close that coarser cells are enough. */
const crowd = 6000

/** What is drawn of the steps. `ys`: where each lies, in CSS px. `limits`: the windows' edges in seconds. */
export interface Dots {
  readonly steps: Steps
  readonly order: StepOrder
  readonly ys: Float32Array
  readonly limits: readonly number[]
  readonly colours: readonly Rgb[]
  /** How many times their usual size. */
  readonly growth: number
}

/** Draws dots again and again; pixels and stamps are kept as long as the surface stays the same. */
export type DrawDots = (surface: Surface, plot: Plot, span: TimeSpan, dots: Dots) => void

export function dotDrawer(): DrawDots {
  let raster: DotRaster | null = null
  let stamps = new Map<number, DotStamp[]>()
  let stampedFor = 0
  let taken = new Uint8Array(0)

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
    const sights = order.slice(0, limits.length).map((list) => ({
      list,
      from: placeAt(list, steps.times, span.from - margin),
      to: placeAt(list, steps.times, span.to + margin),
    }))
    const inSight = sights.reduce((sum, { from, to }) => sum + to - from, 0)

    // Dots that would lie on each other are drawn once a cell. Cells are counted from the song's start: they move along
    // with the song.
    const cell = (inSight > crowd ? 1.4 : 0.6) * ratio
    const columns = Math.ceil((width + 8 * growth * ratio) / cell) + 2
    const firstColumn = Math.floor(((span.from - margin) * perSecond) / cell)
    const cells = columns * (Math.ceil(tall / cell) + 1)
    if (taken.length < cells) taken = new Uint8Array(cells)
    else taken.fill(0)

    for (const [judgment, { list, from, to }] of sights.entries()) {
      const radius = dotRadius(limits[judgment] ?? 1) * growth
      const drawn = stamps.get(radius) ?? dotStamps(radius * ratio, strength)
      stamps.set(radius, drawn)
      const colour = colours[judgment] ?? [128, 128, 128]
      for (let place = from; place < to; place++) {
        const index = list[place] ?? 0
        const time = steps.times[index] ?? 0
        const y = (ys[index] ?? 0) * ratio
        const at = Math.floor(y / cell) * columns + Math.floor((time * perSecond) / cell) - firstColumn
        if (taken[at] === judgment + 1) continue
        taken[at] = judgment + 1
        stampDot(raster, drawn, (time - span.from) * perSecond, y, colour)
      }
    }
    context.putImageData(raster.image, left, 0)
  }
}
