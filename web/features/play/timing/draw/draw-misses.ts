import { missRail } from '../model/chart-layout.ts'
import { lowerBound } from '../model/step-order.ts'
import type { Steps } from '../model/steps.ts'
import { type Plot, type TimeSpan, timeToX } from '../model/timing-scale.ts'
import type { Palette } from './palette.ts'
import type { Surface } from './surface.ts'

/** Half of a cross, px. */
const half = 5

/** When misses are denser than one per this many px, they are drawn as ticks instead of lines. */
const minSpacing = 16

interface Misses {
  readonly steps: Steps
  /** By index, in time order. */
  readonly misses: Uint32Array
  /** The time of the fail, song seconds; later misses were not played. Null if not failed. */
  readonly failed: number | null
}

/**
 * Draws each visible miss as a line with a cross in the rail below, behind existing content; as a tick in the rail where
 * misses are dense or after the fail.
 */
export function drawMisses(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { steps, misses, failed }: Misses,
  palette: Palette,
) {
  const rail = missRail(plot)
  const margin = ((span.to - span.from) / (plot.right - plot.left)) * half
  const end = lowerBound(misses, steps.times, span.to + margin)
  const lines = new Path2D()
  const crosses = new Path2D()
  const ticks = new Path2D()
  const start = lowerBound(misses, steps.times, span.from - margin)
  const crowded = end - start > (plot.right - plot.left) / minSpacing
  let last = Number.NaN
  for (let slot = start; slot < end; slot++) {
    const time = steps.times[misses[slot] ?? 0] ?? 0
    const x = Math.round(timeToX(span, plot, time) * 2) / 2
    if (x === last) continue
    last = x
    if (crowded || (failed !== null && time >= failed)) {
      ticks.moveTo(x, rail - 4)
      ticks.lineTo(x, rail + 4)
      continue
    }
    lines.moveTo(x, plot.top)
    lines.lineTo(x, rail - 6)
    crosses.moveTo(x - 4, rail - 4)
    crosses.lineTo(x + 4, rail + 4)
    crosses.moveTo(x + 4, rail - 4)
    crosses.lineTo(x - 4, rail + 4)
  }
  context.save()
  context.beginPath()
  context.rect(plot.left - half, 0, plot.right - plot.left + 2 * half, rail + half)
  context.clip()
  context.globalCompositeOperation = 'destination-over'
  context.strokeStyle = palette.judgments.at(-1) ?? palette.ink
  context.lineWidth = 2
  context.stroke(crosses)
  context.lineWidth = 1
  context.stroke(ticks)
  context.globalAlpha = 0.6
  context.stroke(lines)
  context.restore()
}
