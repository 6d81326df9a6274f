import { songTime } from '../model/format-step.ts'
import { type Plot, type TimeSpan, timeToX } from '../model/timing-scale.ts'
import type { Surface } from './palette.ts'
import { type Palette, tagFont } from './palette.ts'

/** Fades what comes after the fail, from the top to `bottom`, px. */
export function drawUnplayed(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { failed, bottom }: { readonly failed: number; readonly bottom: number },
  palette: Palette,
) {
  const from = Math.max(plot.left, timeToX(span, plot, failed))
  if (from >= plot.right) return
  context.fillStyle = palette.well
  context.globalAlpha = 0.65
  context.fillRect(from, 0, plot.right - from, bottom)
  context.globalAlpha = 1
}

export function drawFail(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { failed, tagged }: { readonly failed: number; readonly tagged: boolean },
  palette: Palette,
) {
  const x = Math.round(timeToX(span, plot, failed))
  if (x < plot.left || x > plot.right) return
  const colour = palette.judgments.at(-1) ?? palette.ink
  context.fillStyle = colour
  context.fillRect(x - 1, plot.top, 2, plot.bottom - plot.top)
  if (!tagged) return
  const text = `Failed ${songTime(failed)}`
  context.font = tagFont
  context.textBaseline = 'middle'
  const width = context.measureText(text).width + 12
  const left = x + 6 + width <= plot.right ? x + 6 : x - 6 - width
  context.fillStyle = palette.well
  context.globalAlpha = 0.8
  context.fillRect(left, plot.top + 5, width, 18)
  context.globalAlpha = 1
  context.fillStyle = colour
  context.textAlign = 'left'
  context.fillText(text, left + 6, plot.top + 14)
}

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
