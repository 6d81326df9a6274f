import { useCallback, useRef } from 'react'
import { Legend, LegendItem } from '../../../ui/figure/legend.tsx'
import { useSize } from '../../../ui/use-wide.ts'
import { drawCrosshair, drawFail, drawUnplayed } from './draw-dots.ts'
import { Layer } from './layer.tsx'
import { labelFont, type Palette, type Surface } from './palette.ts'
import {
  isNarrow,
  type Plot,
  shareToY,
  stripHeight,
  stripPlot,
  type TimeSpan,
  timeToX,
  xToTime,
} from './plot.ts'
import { nearestIndex, type Steps, timeTicks } from './steps.ts'
import type { Density, Lifebar, Timeline } from './timeline.ts'
import { useDrag, useWheel, type Viewport } from './use-viewport.ts'

interface Props {
  readonly steps: Steps
  readonly timeline: Timeline
  readonly viewport: Viewport
  readonly peakNps: number | null
  /** The time of the fail, song seconds; null if not failed. */
  readonly failed: number | null
  readonly withMean: boolean
  readonly palette: Palette
  readonly index: number | null
  readonly onPick: (index: number | null) => void
}

/** Lifebar and notes per second, aligned with the timing chart, and the legend of both. */
export function StripChart(props: Props) {
  const { steps, timeline, viewport, peakNps, failed, palette, index, onPick } = props
  const { span } = viewport
  const { lifebar, density } = timeline
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const paintStrip = useCallback(
    (surface: Surface) => {
      const plot = stripPlot(surface.width, surface.height)
      if (density) drawDensity(surface, plot, span, density, palette)
      if (failed !== null) drawUnplayed(surface, plot, span, { failed, bottom: plot.bottom }, palette)
      drawStripAxes(surface, plot, span, lifebar?.ownScale === false, palette)
      if (lifebar) drawLifebar(surface, plot, span, { ...lifebar, end: failed }, palette)
      if (failed !== null) drawFail(surface, plot, span, { failed, tagged: false }, palette)
    },
    [lifebar, density, failed, span, palette],
  )
  const paintCrosshair = useCallback(
    (surface: Surface) => {
      if (index === null) return
      const plot = stripPlot(surface.width, surface.height)
      drawCrosshair(surface, plot, timeToX(span, plot, steps.times[index] ?? 0), null, palette)
    },
    [steps, span, palette, index],
  )
  const { handlers, cursor } = useDrag({
    viewport,
    onPoint: (x) => {
      if (!size) return
      const step = nearestIndex(steps.times, xToTime(span, stripPlot(size.width, size.height), x))
      onPick(step === -1 ? null : step)
    },
    onLeave: () => onPick(null),
  })
  useWheel(box, viewport)
  const peak = peakNps === null ? '' : `, peak ${peakNps.toFixed(1)}`
  const parts = [
    lifebar ? 'Lifebar, 0 to 100%' : 'No lifebar',
    density ? `notes per second${peak}` : 'no notes per second',
  ]
  return (
    <>
      <TimingLegend timeline={timeline} peakNps={peakNps} withMean={props.withMean} />
      <div
        ref={box}
        role="img"
        aria-label={`${parts.join('; ')}, over the song.`}
        className={`relative touch-pan-y bg-(--well) select-none ${cursor}`}
        style={{ height: stripHeight }}
        {...handlers}
      >
        <Layer size={size} paint={paintStrip} />
        <Layer size={size} paint={paintCrosshair} />
      </div>
    </>
  )
}

interface TimingLegendProps {
  readonly timeline: Timeline
  readonly peakNps: number | null
  readonly withMean: boolean
}

function TimingLegend({ timeline: { lifebar, density }, peakNps, withMean }: TimingLegendProps) {
  return (
    <Legend className="min-h-7 bg-(--well)">
      {withMean && (
        <LegendItem sign={<i className="w-4 border-t border-dashed border-base-content" />}>
          Mean offset
        </LegendItem>
      )}
      {lifebar && (
        <LegendItem sign={<i className="h-0.5 w-4 bg-base-content" />}>
          {lifebar.ownScale ? 'Lifebar (own scale)' : 'Lifebar'}
        </LegendItem>
      )}
      {density && (
        <LegendItem sign={<i className="h-2.5 w-3 bg-primary opacity-50" />}>
          {peakNps === null ? 'NPS' : `NPS, peak ${peakNps.toFixed(1)}`}
        </LegendItem>
      )}
      {!lifebar && !density && <li>The game sent no lifebar and no notes per second for this play.</li>}
    </Legend>
  )
}

/** The time labels, and hairlines at 0, half and full; labelled only where a share of 1 means 100 %. */
function drawStripAxes(
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
function drawDensity({ context }: Surface, plot: Plot, span: TimeSpan, density: Density, palette: Palette) {
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
function drawLifebar(
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
