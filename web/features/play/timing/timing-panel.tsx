import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { usePalette } from './draw/palette.ts'
import { HistogramChart } from './histogram-chart.tsx'
import { useViewport } from './input/use-viewport.ts'
import { failedAt } from './model/failed-at.ts'
import { judgeAll, type Windows } from './model/judge.ts'
import { statisticsOfSteps } from './model/statistics-of-steps.ts'
import { stepsWithin } from './model/step-range.ts'
import { stepsOf } from './model/steps.ts'
import { timelineOf } from './model/timeline.ts'
import { isWhole } from './model/viewport.ts'
import { NumbersDisclosure } from './numbers-disclosure.tsx'
import { ComparedLegend, useOtherSteps } from './other-play.tsx'
import { StepReadout } from './step-readout.tsx'
import { StripChart } from './strip-chart.tsx'
import { TimingChart } from './timing-chart.tsx'
import { TimingStatistics } from './timing-statistics.tsx'
import { ViewportBar } from './viewport-bar.tsx'

interface Props {
  readonly play: Play
  /** The windows of the active system. */
  readonly windows: Windows
  /** A play of the same chart to compare with; null for none. */
  readonly other: Play | null
}

/** The debounce of the screen reader announcement, ms. */
const announceDelay = 600

/** The timing charts of a play and their statistics. All charts show the same span. */
export function TimingPanel({ play, windows, other }: Props) {
  const names = useMemo(() => [...windows.map((window) => window.name), 'Miss'], [windows])
  const palette = usePalette(names)
  const steps = useMemo(() => stepsOf(play.timingData), [play.timingData])
  const field = useMemo(
    () => ({ steps, judgments: judgeAll(windows, steps), miss: windows.length }),
    [steps, windows],
  )
  const compared = useOtherSteps(play, other, palette)
  const { lifebarInfo, npsData, peakNps, statistics } = play
  const timeline = useMemo(() => timelineOf({ lifebarInfo, npsData }, steps), [lifebarInfo, npsData, steps])
  const { whole } = timeline
  const failed = useMemo(
    () => failedAt(play.passed, timeline.lifebar, steps),
    [play.passed, timeline.lifebar, steps],
  )
  const viewport = useViewport(whole)
  const [index, setIndex] = useState<number | null>(null)

  // Deferred: the statistics of the visible part must not delay the charts.
  const seen = useDeferredValue(viewport.span)
  const visibleRange = useMemo(
    () => (isWhole(whole, seen) ? null : stepsWithin(steps, seen)),
    [steps, whole, seen],
  )
  const shown = useMemo(
    () => (visibleRange === null ? statistics : statisticsOfSteps(field, visibleRange)),
    [field, visibleRange, statistics],
  )
  const rested = useDebounced(viewport.span, announceDelay)
  const shared = { viewport, failed, palette, index, onPick: setIndex }
  return (
    <Panel
      title="Timing"
      className="mt-4 md:mt-6"
      aside={<StepReadout field={field} windows={windows} index={index} />}
    >
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0">
          <TimingChart
            field={field}
            windows={windows}
            mean={shown?.mean ?? null}
            other={compared}
            {...shared}
          />
          {other && <ComparedLegend play={play} other={other} />}
          <StripChart
            steps={steps}
            timeline={timeline}
            peakNps={peakNps}
            withMean={shown !== null}
            {...shared}
          />
          <ViewportBar
            viewport={viewport}
            chosen={index === null ? null : (steps.times[index] ?? null)}
            rested={rested}
          />
        </div>
        <div className="flex flex-col border-t border-line lg:border-t-0 lg:border-l">
          <TimingStatistics
            statistics={shown}
            steps={visibleRange === null ? null : visibleRange.to - visibleRange.from}
          />
          <HistogramChart
            steps={steps}
            visibleRange={visibleRange}
            windows={windows}
            mean={shown?.mean ?? null}
            palette={palette}
          />
        </div>
      </div>
      <NumbersDisclosure field={field} windows={windows} timeline={timeline} peakNps={peakNps} />
    </Panel>
  )
}
