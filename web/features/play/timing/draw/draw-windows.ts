import { isNarrow, missRail } from '../model/chart-layout.ts'
import { ms } from '../model/format-step.ts'
import { type Windows, windowEdge } from '../model/judge.ts'
import { offsetToY, type Plot } from '../model/timing-scale.ts'
import { labelFont, type Palette, tagFont } from './palette.ts'
import type { Surface } from './surface.ts'

/** The windows as bands with a hairline and a label in ms at each edge, and the zero line. */
export function drawWindows({ context, width }: Surface, plot: Plot, windows: Windows, palette: Palette) {
  const plotWidth = plot.right - plot.left
  drawBands(context, plot, windows, palette)
  context.font = labelFont
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  const zero = offsetToY(plot, 0)
  const labelled: number[] = [zero]
  const minLabelSpacing = isNarrow(width) ? 18 : 13
  for (const [i, window] of [...windows.entries()].reverse()) {
    const edge = windowEdge(window)
    const distance = zero - offsetToY(plot, edge)
    const fits = labelled.every((y) => Math.abs(y - (zero - distance)) >= minLabelSpacing)
    if (fits) labelled.push(zero - distance)
    for (const side of [1, -1]) {
      const y = zero - side * distance
      context.fillStyle = palette.judgments[i] ?? palette.line
      context.globalAlpha = 0.38
      context.fillRect(plot.left, Math.round(y), plotWidth, 1)
      context.globalAlpha = 1
      if (!fits) continue
      context.fillStyle = palette.ink2
      context.fillText(ms(side * edge, edge % 1 === 0 ? 0 : 1, true), plot.left - 6, y)
    }
  }
  context.fillStyle = palette.ink
  context.globalAlpha = 0.55
  context.fillRect(plot.left, Math.round(zero), plotWidth, 1)
  context.globalAlpha = 1
  context.fillText('0', plot.left - 6, zero)
  context.fillStyle = palette.ink2
  context.fillText('Miss', plot.left - 6, missRail(plot))
}

function drawBands(context: CanvasRenderingContext2D, plot: Plot, windows: Windows, palette: Palette) {
  let inner = 0
  for (const [i, window] of windows.entries()) {
    const outer = windowEdge(window)
    context.fillStyle = palette.judgments[i] ?? palette.line
    // White tints more strongly than the other colours.
    context.globalAlpha = window.name === 'Fantastic (23ms)' ? 0.07 : 0.1
    for (const side of [1, -1]) {
      const a = offsetToY(plot, side * inner)
      const b = offsetToY(plot, side * outer)
      context.fillRect(plot.left, Math.min(a, b), plot.right - plot.left, Math.abs(a - b))
    }
    inner = outer
  }
  context.globalAlpha = 1
}

/** The labels "Late" and "Early", drawn over the steps. */
export function drawSideTags({ context }: Surface, plot: Plot, palette: Palette) {
  context.font = tagFont
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  for (const [text, y] of [
    ['Late', plot.top + 14],
    ['Early', plot.bottom - 14],
  ] as const) {
    context.fillStyle = palette.well
    context.globalAlpha = 0.8
    context.fillRect(plot.left + 6, y - 9, context.measureText(text).width + 12, 18)
    context.globalAlpha = 1
    context.fillStyle = palette.ink
    context.fillText(text, plot.left + 12, y)
  }
}

/** The mean offset in ms as a dashed line, outlined in the background colour. */
export function drawMean({ context }: Surface, plot: Plot, mean: number, palette: Palette) {
  const y = offsetToY(plot, mean)
  const line = new Path2D()
  line.moveTo(plot.left, y)
  line.lineTo(plot.right, y)
  context.strokeStyle = palette.well
  context.lineWidth = 3
  context.globalAlpha = 0.6
  context.stroke(line)
  context.globalAlpha = 1
  context.setLineDash([5, 4])
  context.strokeStyle = palette.ink
  context.lineWidth = 1
  context.stroke(line)
  context.setLineDash([])
}
