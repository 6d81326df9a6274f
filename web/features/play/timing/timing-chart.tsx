import { type KeyboardEvent, useCallback, useId, useMemo, useRef } from 'react'
import { useSize } from '../../../ui/use-size.ts'
import type { Rgb } from './draw/dot-raster.ts'
import { drawCrosshair } from './draw/draw-crosshair.ts'
import { dotDrawer, growthOf } from './draw/draw-dots.ts'
import { drawFail, drawUnplayed } from './draw/draw-fail.ts'
import { drawMisses } from './draw/draw-misses.ts'
import { drawRings } from './draw/draw-rings.ts'
import { drawMean, drawSideTags, drawWindows } from './draw/draw-windows.ts'
import type { Palette } from './draw/palette.ts'
import type { Surface } from './draw/surface.ts'
import { stepAfterKey } from './input/step-keys.ts'
import { useDrag } from './input/use-drag.ts'
import type { Viewport } from './input/use-viewport.ts'
import { useWheel } from './input/use-wheel.ts'
import { anchorOf, spanAfterKey } from './input/zoom-keys.ts'
import { Layer } from './layer.tsx'
import { timingHeight, timingPlot } from './model/chart-layout.ts'
import { stepSentence } from './model/format-step.ts'
import type { Windows } from './model/judge.ts'
import { type StepField, stepUnder, stepY, stepYs } from './model/nearest-step.ts'
import { stepOrder } from './model/step-order.ts'
import type { Steps } from './model/steps.ts'
import { timeToX } from './model/timing-scale.ts'
import { showing } from './model/viewport.ts'

/** The steps of another play of the chart, and the colours of the two. */
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
