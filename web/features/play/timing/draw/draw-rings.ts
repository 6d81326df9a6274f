import { missRail } from '../model/chart-layout.ts'
import type { Steps } from '../model/steps.ts'
import { offsetToY, type Plot, type TimeSpan, timeToX } from '../model/timing-scale.ts'
import type { Surface } from './surface.ts'

/** px. */
const radius = 2.25
const half = 3.5

/** Draws the steps of another play as hollow dots, its misses as crosses in the rail. */
export function drawRings({ context }: Surface, plot: Plot, span: TimeSpan, steps: Steps, colour: string) {
  const rings = new Path2D()
  const crosses = new Path2D()
  const rail = missRail(plot)
  for (let i = 0; i < steps.count; i++) {
    const time = steps.times[i] ?? 0
    if (time < span.from || time > span.to) continue
    const x = timeToX(span, plot, time)
    const offset = steps.offsets[i] ?? Number.NaN
    if (Number.isNaN(offset)) {
      crosses.moveTo(x - half, rail - half)
      crosses.lineTo(x + half, rail + half)
      crosses.moveTo(x + half, rail - half)
      crosses.lineTo(x - half, rail + half)
      continue
    }
    const y = offsetToY(plot, offset * 1000)
    rings.moveTo(x + radius, y)
    rings.arc(x, y, radius, 0, 2 * Math.PI)
  }
  context.save()
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke(rings)
  context.lineWidth = 1.5
  context.setLineDash([2, 1.5])
  context.stroke(crosses)
  context.restore()
}
