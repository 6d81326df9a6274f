import { isNarrow } from '../model/chart-layout.ts'
import type { Density } from '../model/density.ts'
import type { Lifebar } from '../model/lifebar.ts'
import { timeTicks } from '../model/time-axis.ts'
import { type Plot, shareToY, type TimeSpan, timeToX } from '../model/timing-scale.ts'
import { labelFont, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

/** The time labels, and hairlines at 0, half and full; labelled only where a share of 1 means 100 %. */
export function drawStripAxes(
  { context, width, height }: Surface,
  plot: Plot,
  span: TimeSpan,
  labelled: boolean,
  palette: Palette,
) {
  context.font = labelFont
  context.textBaseline = 'middle'
  for (const share of [0, 0.5, 1]) {
    const y = shareToY(plot, share)
    context.fillStyle = palette.line
    context.fillRect(plot.left, Math.round(y), plot.right - plot.left, 1)
    if (!labelled) continue
    context.fillStyle = palette.ink2
    context.textAlign = 'right'
    context.fillText(`${share * 100}%`, plot.left - 6, y)
  }
  context.fillStyle = palette.ink2
  context.textAlign = 'center'
  for (const { label, x } of timeTicks(span, plot, isNarrow(width) ? 56 : 72)) {
    const half = context.measureText(label).width / 2
    context.fillText(label, Math.min(Math.max(x, plot.left + 10), width - half - 2), height - 9)
  }
}

/** Notes per second as a single path, so that adjacent bars don't darken each other. */
export function drawDensity(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  density: Density,
  palette: Palette,
) {
  const bars = new Path2D()
  for (const [i, height] of density.heights.entries()) {
    if ((density.to[i] ?? 0) < span.from || (density.from[i] ?? 0) > span.to) continue
    const from = Math.max(plot.left, timeToX(span, plot, density.from[i] ?? 0))
    const to = Math.min(plot.right, timeToX(span, plot, density.to[i] ?? 0))
    const y = shareToY(plot, height)
    // Only wide bars have a gap.
    const gap = to - from > 3 ? 0.6 : 0
    bars.rect(from, y, to - from - gap, plot.bottom - y)
  }
  context.fillStyle = palette.primary
  context.globalAlpha = 0.45
  context.fill(bars)
  context.globalAlpha = 1
}

/**
 * The lifebar as a line with an outline in the background colour. `end`: song seconds of the fail, null if the play
 * reached the end of the song.
 */
export function drawLifebar(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { levels, times, end }: Lifebar & { readonly end: number | null },
  palette: Palette,
) {
  const line = new Path2D()
  for (const [i, level] of levels.entries()) {
    const time = times[i] ?? 0
    if (end !== null && time > end) break
    line.lineTo(timeToX(span, plot, time), shareToY(plot, level))
  }
  context.save()
  context.beginPath()
  context.rect(plot.left, 0, plot.right - plot.left, plot.bottom + 3)
  context.clip()
  context.lineJoin = 'round'
  for (const [colour, lineWidth] of [
    [palette.well, 5],
    [palette.ink, 2],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = lineWidth
    context.stroke(line)
  }
  context.restore()
}
