import { missRail } from '../model/chart-layout.ts'
import { placeAt } from '../model/step-order.ts'
import type { Steps } from '../model/steps.ts'
import { type Plot, type TimeSpan, timeToX } from '../model/timing-scale.ts'
import type { Palette } from './palette.ts'
import type { Surface } from './surface.ts'

/** Px around the plot in which half a cross can still be seen. */
const half = 5

/** With more misses in sight than one in this many px their lines would be a wall: they are ticks in the rail. */
const apart = 16

interface Misses {
  readonly steps: Steps
  /** By index, in time order. */
  readonly misses: Uint32Array
  /**
   * When the play was failed, song seconds: what is missed from there on was not played. Null for a play that was not.
   */
  readonly failed: number | null
}

/**
 * Every miss in sight: a line over the full height and a cross in the rail below, both under whatever is drawn already;
 * a tick in the rail where they are many, or the play was over.
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
  const end = placeAt(misses, steps.times, span.to + margin)
  const lines = new Path2D()
  const crosses = new Path2D()
  const ticks = new Path2D()
  const start = placeAt(misses, steps.times, span.from - margin)
  const crowded = end - start > (plot.right - plot.left) / apart
  let last = Number.NaN
  for (let place = start; place < end; place++) {
    const time = steps.times[misses[place] ?? 0] ?? 0
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
