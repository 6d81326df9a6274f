import type { Plot } from '../model/timing-scale.ts'
import type { Palette } from './palette.ts'
import type { Surface } from './surface.ts'

/** A line at the selected step's time; with `y`, also a ring around the step. */
export function drawCrosshair(
  { context }: Surface,
  plot: Plot,
  x: number,
  y: number | null,
  palette: Palette,
) {
  if (x < plot.left - 1 || x > plot.right + 1) return
  context.strokeStyle = palette.ink
  context.lineWidth = 1
  context.globalAlpha = 0.5
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, plot.top)
  context.lineTo(Math.round(x) + 0.5, plot.bottom)
  context.stroke()
  context.globalAlpha = 1
  if (y === null) return
  context.lineWidth = 1.5
  context.beginPath()
  context.arc(x, y, 6, 0, 2 * Math.PI)
  context.stroke()
}
