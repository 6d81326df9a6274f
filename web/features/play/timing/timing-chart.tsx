import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef } from 'react'
import { timingHeight, timingPlot } from './chart-layout.ts'
import { drawCrosshair } from './draw-crosshair.ts'
import { drawDots, drawMisses } from './draw-steps.ts'
import { drawMean, drawSideTags, drawWindows } from './draw-windows.ts'
import { Layer, type Surface, useSize } from './drawing.tsx'
import { stepSentence } from './format-step.ts'
import type { Windows } from './judge.ts'
import { type StepField, stepUnder, stepY } from './nearest-step.ts'
import type { Palette } from './palette.ts'
import { stepAfterKey } from './step-keys.ts'
import { type TimeSpan, timeToX } from './timing-scale.ts'

interface Props {
  readonly field: StepField
  readonly windows: Windows
  /** Milliseconds, null when every row was missed. */
  readonly mean: number | null
  readonly span: TimeSpan
  readonly palette: Palette
  /** The step under the crosshair. */
  readonly index: number | null
  readonly onPick: (index: number | null) => void
}

/**
 * The offset of every step over the song. Two layers: all of the steps, painted once, and above it the crosshair, which alone is
 * painted anew as it moves. To a screen reader it is a slider over the steps.
 */
export function TimingChart({ field, windows, mean, span, palette, index, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const limits = useMemo(() => windows.map((window) => window.seconds), [windows])
  const { steps, judgments } = field

  const paintSteps = useCallback(
    (surface: Surface) => {
      const plot = timingPlot(surface.width, surface.height)
      drawWindows(surface, plot, windows, palette)
      drawMisses(surface, plot, span, field, palette)
      drawDots(surface, plot, span, field, limits, palette)
      if (mean !== null) drawMean(surface, plot, mean, palette)
      drawSideTags(surface, plot, palette)
    },
    [field, windows, limits, mean, span, palette],
  )
  const paintCrosshair = useCallback(
    (surface: Surface) => {
      if (index === null) return
      const plot = timingPlot(surface.width, surface.height)
      const x = timeToX(span, plot, steps.times[index] ?? 0)
      drawCrosshair(surface, plot, x, stepY(field, plot, index), palette)
    },
    [field, steps, span, palette, index],
  )

  const pick = (event: PointerEvent<HTMLDivElement>) => {
    if (!size) return
    const place = event.currentTarget.getBoundingClientRect()
    const plot = timingPlot(size.width, size.height)
    const step = stepUnder(field, span, plot, event.clientX - place.left, event.clientY - place.top)
    onPick(step === -1 ? null : step)
  }
  const onPointerLeave = (event: PointerEvent<HTMLDivElement>) => {
    // A finger that lifts leaves the crosshair where it is, and so does a mouse that chose a step for the keyboard.
    if (event.pointerType === 'mouse' && document.activeElement !== event.currentTarget) onPick(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = stepAfterKey(event.key, index, steps.count)
    if (next === null) return
    event.preventDefault()
    onPick(next)
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
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label="Offset of every step over the song. Late is up. Use the arrow keys to read each step."
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, steps.count)}
      aria-valuenow={now + 1}
      aria-valuetext={sentence}
      className="relative touch-pan-y bg-(--well) focus-visible:-outline-offset-3"
      style={{ height: timingHeight }}
      onPointerDown={pick}
      onPointerMove={pick}
      onPointerLeave={onPointerLeave}
      onKeyDown={onKeyDown}
    >
      <Layer size={size} paint={paintSteps} />
      <Layer size={size} paint={paintCrosshair} />
    </div>
  )
}
