import { type KeyboardEvent, useCallback, useId, useMemo, useRef } from 'react'
import { useSize } from '../../../ui/use-wide.ts'
import { dotDrawer, drawCrosshair, drawFail, drawUnplayed, growthOf } from './draw-dots.ts'
import { Layer } from './layer.tsx'
import { labelFont, type Palette, type Rgb, type Surface, tagFont } from './palette.ts'
import {
  isNarrow,
  missRail,
  offsetToY,
  type Plot,
  showing,
  type TimeSpan,
  timeToX,
  timingHeight,
  timingPlot,
} from './plot.ts'
import {
  lowerBound,
  ms,
  type StepField,
  type Steps,
  stepOrder,
  stepSentence,
  stepUnder,
  stepY,
  stepYs,
  type Windows,
  windowEdge,
} from './steps.ts'
import { anchorOf, spanAfterKey, stepAfterKey, useDrag, useWheel, type Viewport } from './use-viewport.ts'

export interface OtherSteps {
  readonly steps: Steps
  readonly colour: string
  readonly ownColour: Rgb
}

interface Props {
  readonly field: StepField
  readonly windows: Windows
  /** ms; null when every row was missed. */
  readonly mean: number | null
  /** The time of the fail, song seconds; null if not failed. */
  readonly failed: number | null
  readonly viewport: Viewport
  readonly palette: Palette
  /** Another play, drawn as hollow dots; null for none. Dots have one colour then. */
  readonly other: OtherSteps | null
  readonly index: number | null
  readonly onPick: (index: number | null) => void
}

/**
 * The offset of every step over the song, in three canvas layers: the static windows, the steps, which are repainted as
 * the view moves, and the crosshair. For screen readers it is a slider over the steps.
 */
export function TimingChart(props: Props) {
  const { field, windows, mean, failed, viewport, palette, other, index, onPick } = props
  const box = useRef<HTMLDivElement>(null)
  const help = useId()
  const size = useSize(box)
  const { steps, judgments } = field
  const { span, whole } = viewport
  const limits = useMemo(() => windows.map((window) => window.seconds), [windows])
  const order = useMemo(() => stepOrder(field), [field])
  const ys = useMemo(() => stepYs(field, timingPlot(0, timingHeight)), [field])
  const drawDots = useMemo(() => dotDrawer(), [])

  const paintWindows = useCallback(
    (surface: Surface) => drawWindows(surface, timingPlot(surface.width, surface.height), windows, palette),
    [windows, palette],
  )
  const paintSteps = useCallback(
    (surface: Surface) => {
      const plot = timingPlot(surface.width, surface.height)
      const growth = growthOf(whole, span)
      const colours = other ? palette.dots.map(() => other.ownColour) : palette.dots
      drawDots(surface, plot, span, { steps, order, ys, limits, colours, growth })
      const misses = order.at(-1) ?? new Uint32Array(0)
      drawMisses(surface, plot, span, { steps, misses, failed }, palette)
    },
    [drawDots, steps, order, ys, limits, failed, whole, span, palette, other],
  )
  const paintOther = useCallback(
    (surface: Surface) => {
      if (!other) return
      drawRings(surface, timingPlot(surface.width, surface.height), span, other.steps, other.colour)
    },
    [other, span],
  )
  const paintMarks = useCallback(
    (surface: Surface) => {
      const plot = timingPlot(surface.width, surface.height)
      if (failed !== null) drawUnplayed(surface, plot, span, { failed, bottom: surface.height }, palette)
      if (mean !== null) drawMean(surface, plot, mean, palette)
      if (failed !== null) drawFail(surface, plot, span, { failed, tagged: true }, palette)
      drawSideTags(surface, plot, palette)
      if (index === null) return
      const x = timeToX(span, plot, steps.times[index] ?? 0)
      drawCrosshair(surface, plot, x, stepY(field, plot, index), palette)
    },
    [field, steps, mean, failed, span, palette, index],
  )

  const { handlers, cursor } = useDrag({
    viewport,
    onPoint: (x, y) => {
      if (!size) return
      const step = stepUnder(field, span, timingPlot(size.width, size.height), x, y)
      onPick(step === -1 ? null : step)
    },
    // While the chart has the keyboard focus, a leaving mouse keeps the selection.
    onLeave: () => document.activeElement !== box.current && onPick(null),
  })
  useWheel(box, viewport)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const chosen = index === null ? null : (steps.times[index] ?? null)
    const goal = viewport.goal()
    const shown = spanAfterKey(event, whole, goal, anchorOf(goal, chosen))
    const next = shown === null ? stepAfterKey(event.key, index, steps.count) : null
    if (shown === null && next === null) return
    event.preventDefault()
    if (shown !== null) viewport.glide(shown)
    if (next === null) return
    onPick(next)
    viewport.glide(showing(whole, goal, steps.times[next] ?? 0))
  }

  const now = index ?? 0
  const sentence = stepSentence(
    now,
    steps.count,
    steps.times[now] ?? 0,
    steps.offsets[now] ?? 0,
    judgments[now] ?? 0,
    windows,
  )
  return (
    <>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label="Offset of every step over the song. Late is up."
        aria-describedby={help}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.count)}
        aria-valuenow={now + 1}
        aria-valuetext={sentence}
        className={`relative touch-pan-y bg-(--well) select-none focus-visible:-outline-offset-3 ${cursor}`}
        style={{ height: timingHeight }}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <Layer size={size} paint={paintWindows} />
        {other && <Layer size={size} paint={paintOther} />}
        <Layer size={size} paint={paintSteps} />
        <Layer size={size} paint={paintMarks} />
      </div>
      <p id={help} className="sr-only">
        Left and right arrow: previous and next step. Page Up and Page Down: skip many steps. Home and End:
        first and last step. Plus and minus: zoom in and out. Shift with an arrow: move through the song.
        Zero: show the whole song.
      </p>
    </>
  )
}

/** Half of a cross, px. */
const half = 5

/** When misses are denser than one per this many px, they are drawn as ticks instead of lines. */
const minSpacing = 16

interface Misses {
  readonly steps: Steps
  /** By index, in time order. */
  readonly misses: Uint32Array
  /** The time of the fail, song seconds; later misses were not played. Null if not failed. */
  readonly failed: number | null
}

/**
 * Draws each visible miss as a line with a cross in the rail below, behind existing content; as a tick in the rail where
 * misses are dense or after the fail.
 */
function drawMisses(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { steps, misses, failed }: Misses,
  palette: Palette,
) {
  const rail = missRail(plot)
  const margin = ((span.to - span.from) / (plot.right - plot.left)) * half
  const end = lowerBound(misses, steps.times, span.to + margin)
  const lines = new Path2D()
  const crosses = new Path2D()
  const ticks = new Path2D()
  const start = lowerBound(misses, steps.times, span.from - margin)
  const crowded = end - start > (plot.right - plot.left) / minSpacing
  let last = Number.NaN
  for (let slot = start; slot < end; slot++) {
    const time = steps.times[misses[slot] ?? 0] ?? 0
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

/** The windows as bands with a hairline and a label in ms at each edge, and the zero line. */
function drawWindows({ context, width }: Surface, plot: Plot, windows: Windows, palette: Palette) {
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

function drawSideTags({ context }: Surface, plot: Plot, palette: Palette) {
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
function drawMean({ context }: Surface, plot: Plot, mean: number, palette: Palette) {
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

/** The radius of a ring, and half of its cross, px. */
const ringRadius = 2.25
const ringHalf = 3.5

/** Draws the steps of another play as hollow dots, its misses as crosses in the rail. */
function drawRings({ context }: Surface, plot: Plot, span: TimeSpan, steps: Steps, colour: string) {
  const rings = new Path2D()
  const crosses = new Path2D()
  const rail = missRail(plot)
  for (let i = 0; i < steps.count; i++) {
    const time = steps.times[i] ?? 0
    if (time < span.from || time > span.to) continue
    const x = timeToX(span, plot, time)
    const offset = steps.offsets[i] ?? Number.NaN
    if (Number.isNaN(offset)) {
      crosses.moveTo(x - ringHalf, rail - ringHalf)
      crosses.lineTo(x + ringHalf, rail + ringHalf)
      crosses.moveTo(x + ringHalf, rail - ringHalf)
      crosses.lineTo(x - ringHalf, rail + ringHalf)
      continue
    }
    const y = offsetToY(plot, offset * 1000)
    rings.moveTo(x + ringRadius, y)
    rings.arc(x, y, ringRadius, 0, 2 * Math.PI)
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
