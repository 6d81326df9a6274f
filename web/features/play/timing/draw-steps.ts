import { missRail } from './chart-layout.ts'
import type { Surface } from './drawing.tsx'
import type { StepField } from './nearest-step.ts'
import { labelFont, type Palette } from './palette.ts'
import { offsetToY, type Plot, type TimeSpan, timeToX } from './timing-scale.ts'

/** Larger as they get worse, so that the few bad ones are seen among the many good. Px, by the window's edge in seconds. */
function dotRadius(seconds: number): number {
  if (seconds <= 0.023) return 1.6
  return seconds <= 0.1035 ? 2.1 : 2.6
}

/** Dots filled at a time. One path for each is slow, and so is one with thousands; measured, this is the quickest. */
const gathered = 200

/** Every step that was hit, the better judgments first so that the worse lie on top. `limits`: the windows' edges in seconds. */
export function drawDots(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { steps, judgments, miss }: StepField,
  limits: readonly number[],
  palette: Palette,
) {
  context.globalAlpha = 0.9
  for (let judgment = 0; judgment < miss; judgment++) {
    const radius = dotRadius(limits[judgment] ?? 1)
    context.fillStyle = palette.judgments[judgment] ?? palette.ink
    let pending = 0
    context.beginPath()
    for (let i = 0; i < steps.count; i++) {
      if (judgments[i] !== judgment) continue
      const x = timeToX(span, plot, steps.times[i] ?? 0)
      const y = offsetToY(plot, (steps.offsets[i] ?? 0) * 1000)
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, 2 * Math.PI)
      if (++pending % gathered !== 0) continue
      context.fill()
      context.beginPath()
    }
    context.fill()
  }
  context.globalAlpha = 1
}

/** Every miss: a line over the full height and a cross in the rail below. */
export function drawMisses(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { steps, judgments, miss }: StepField,
  palette: Palette,
) {
  const rail = missRail(plot)
  const lines = new Path2D()
  const crosses = new Path2D()
  for (let i = 0; i < steps.count; i++) {
    if (judgments[i] !== miss) continue
    const x = Math.round(timeToX(span, plot, steps.times[i] ?? 0)) + 0.5
    lines.moveTo(x, plot.top)
    lines.lineTo(x, rail - 6)
    crosses.moveTo(x - 4, rail - 4)
    crosses.lineTo(x + 4, rail + 4)
    crosses.moveTo(x + 4, rail - 4)
    crosses.lineTo(x - 4, rail + 4)
  }
  context.strokeStyle = palette.judgments[miss] ?? palette.ink
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.stroke(lines)
  context.globalAlpha = 1
  context.lineWidth = 2
  context.stroke(crosses)
  context.font = labelFont
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  context.fillStyle = palette.ink2
  context.fillText('Miss', plot.left - 6, rail)
}
