import { memo, useCallback, useMemo, useRef } from 'react'
import { countText } from '../../../ui/format.tsx'
import { useSize } from '../../../ui/use-wide.ts'
import { Layer } from './layer.tsx'
import { labelFont, type Palette, type Surface } from './palette.ts'
import { histogramPlot } from './plot.ts'
import { allOf, judge, ms, type StepRange, type Steps, type Windows, windowEdge } from './steps.ts'

interface Props {
  readonly steps: Steps
  /** The visible steps; null for all. */
  readonly visibleRange: StepRange | null
  readonly windows: Windows
  readonly mean: number | null
  readonly palette: Palette
}

/** The distribution of offsets, drawn on a canvas: a hundred bars do not justify 100 kB of chart library (docs/decisions.md). */
export const HistogramChart = memo(function HistogramChart({
  steps,
  visibleRange,
  windows,
  mean,
  palette,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const limit = windows[windows.length - 1]?.seconds ?? 0
  const histogram = useMemo(
    () => histogramOf(steps, limit, visibleRange ?? undefined),
    [steps, limit, visibleRange],
  )
  const paint = useCallback(
    (surface: Surface) => drawHistogram(surface, histogram, windows, mean, palette),
    [histogram, windows, mean, palette],
  )
  const { beyond } = histogram
  return (
    <>
      <div className="mute flex justify-between gap-3 px-4 pt-2.5 text-sm">
        <h3>Histogram of offsets{visibleRange && ' in view'}</h3>
        {beyond > 0 && (
          <span className="text-xs">
            {countText(beyond)} beyond ±{histogramReach} ms
          </span>
        )}
      </div>
      <div
        ref={box}
        role="img"
        aria-label="Histogram of offsets in bins of 1 ms, from 50 ms early to 50 ms late"
        className="relative min-h-45 grow"
      >
        <Layer size={size} paint={paint} />
      </div>
    </>
  )
})

/** The offsets in bins of 1 ms in their judgments' colours. `mean`: ms, drawn as a dashed line; null for none. */
function drawHistogram(
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

/** The range to either side, ms; bins are 1 ms wide. */
const histogramReach = 50

interface Histogram {
  /**
   * Bin i counts offsets from i - 50 to i - 49 ms. The bound nearer to zero belongs to the neighbour, because windows
   * are inclusive.
   */
  readonly bins: Uint32Array
  readonly peak: number
  /** Hit steps outside of the range. */
  readonly beyond: number
}

/** Counts the offsets of the hit steps in `part`. `limit`: seconds; larger offsets are misses. */
export function histogramOf(steps: Steps, limit: number, part: StepRange = allOf(steps)): Histogram {
  const bins = new Uint32Array(2 * histogramReach)
  let peak = 0
  let beyond = 0
  for (const offset of steps.offsets.subarray(part.from, part.to)) {
    if (!(Math.abs(offset) <= limit)) continue
    const bin = binOf(offset * 1000)
    const count = bins[bin]
    if (count === undefined) beyond++
    else {
      bins[bin] = count + 1
      peak = Math.max(peak, count + 1)
    }
  }
  return { bins, peak, beyond }
}

/** The bin of an offset in ms; out of the array's range for offsets outside of the histogram. */
export function binOf(ms: number): number {
  return (ms > 0 ? Math.ceil(ms) - 1 : Math.floor(ms)) + histogramReach
}

export function binMiddle(bin: number): number {
  return bin - histogramReach + 0.5
}
