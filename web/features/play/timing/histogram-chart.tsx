import { memo, useCallback, useMemo, useRef } from 'react'
import { countText } from '../../../ui/count-text.ts'
import { useSize } from '../../../ui/use-size.ts'
import { drawHistogram } from './draw/draw-histogram.ts'
import type { Palette } from './draw/palette.ts'
import type { Surface } from './draw/surface.ts'
import { Layer } from './layer.tsx'
import { histogramOf, histogramReach } from './model/histogram.ts'
import type { Windows } from './model/judge.ts'
import type { StepRange } from './model/step-range.ts'
import type { Steps } from './model/steps.ts'

interface Props {
  readonly steps: Steps
  /** The visible steps; null for all. */
  readonly visibleRange: StepRange | null
  readonly windows: Windows
  readonly mean: number | null
  readonly palette: Palette
}

/** The distribution of offsets, drawn on a canvas: a hundred bars do not justify 100 kB of chart library (decision 11). */
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
