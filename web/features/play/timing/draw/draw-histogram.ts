import { histogramPlot } from '../model/chart-layout.ts'
import { ms } from '../model/format-step.ts'
import { binMiddle, type Histogram, histogramReach } from '../model/histogram.ts'
import { judge, type Windows, windowEdge } from '../model/judge.ts'
import { labelFont, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

/** The offsets in bins of 1 ms in their judgments' colours. `mean`: ms, drawn as a dashed line; null for none. */
export function drawHistogram(
  surface: Surface,
  { bins, peak }: Histogram,
  windows: Windows,
  mean: number | null,
  palette: Palette,
) {
  const { context, width, height } = surface
  const plot = histogramPlot(width, height)
  const perMs = (plot.right - plot.left) / (2 * histogramReach)
  const toX = (offset: number) => plot.left + (offset + histogramReach) * perMs
  for (const [bin, count] of bins.entries()) {
    if (count === 0) continue
    const middle = binMiddle(bin)
    const tall = Math.max(1, (count / peak) * (plot.bottom - plot.top))
    context.fillStyle = palette.judgments[judge(windows, middle / 1000)] ?? palette.ink
    context.fillRect(toX(middle - 0.5), plot.bottom - tall, perMs - 0.5, tall)
  }
  context.fillStyle = palette.line
  context.fillRect(plot.left, plot.bottom, plot.right - plot.left, 1)
  drawLabels(surface, windows, toX, palette)
  if (mean === null || Math.abs(mean) > histogramReach) return
  context.strokeStyle = palette.ink
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(toX(mean), plot.top - 8)
  context.lineTo(toX(mean), plot.bottom)
  context.stroke()
  context.setLineDash([])
}

function drawLabels(
  { context, height }: Surface,
  windows: Windows,
  toX: (offset: number) => number,
  palette: Palette,
) {
  context.font = labelFont
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = palette.ink2
  const labelled = [toX(0)]
  context.fillText('0', toX(0), height - 11)
  for (const window of windows.toReversed()) {
    const edge = windowEdge(window)
    const x = toX(edge)
    if (edge > histogramReach || labelled.some((other) => Math.abs(other - x) < 30)) continue
    labelled.push(x)
    for (const side of [1, -1])
      context.fillText(ms(side * edge, edge % 1 === 0 ? 0 : 1, true), toX(side * edge), height - 11)
  }
  context.textAlign = 'right'
  context.fillText('Early', toX(-31), 11)
  context.textAlign = 'left'
  context.fillText('Late', toX(31), 11)
}
