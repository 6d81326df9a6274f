import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { useMemo, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { HistogramChart } from './histogram-chart.tsx'
import { judgeAll, type Windows } from './judge.ts'
import { NumbersDisclosure } from './numbers-disclosure.tsx'
import { usePalette } from './palette.ts'
import { StepReadout } from './step-readout.tsx'
import { stepsOf } from './steps.ts'
import { StripChart } from './strip-chart.tsx'
import { timelineOf } from './timeline.ts'
import { TimingChart } from './timing-chart.tsx'
import { TimingStatistics } from './timing-statistics.tsx'

interface Props {
  readonly play: Play
  /** Of the active system: they are the bands, and judge the dots. */
  readonly windows: Windows
}

/** Every step of a play over the song, with what it adds up to. */
export function TimingPanel({ play, windows }: Props) {
  const names = useMemo(() => [...windows.map((window) => window.name), 'Miss'], [windows])
  const palette = usePalette(names)
  const steps = useMemo(() => stepsOf(play.timingData), [play.timingData])
  const field = useMemo(
    () => ({ steps, judgments: judgeAll(windows, steps), miss: windows.length }),
    [steps, windows],
  )
  const timeline = useMemo(() => timelineOf(play, steps), [play, steps])
  const [index, setIndex] = useState<number | null>(null)
  const mean = play.statistics?.mean ?? null
  const span = timeline.whole
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
            mean={mean}
            span={span}
            palette={palette}
            index={index}
            onPick={setIndex}
          />
          <StripChart
            steps={steps}
            timeline={timeline}
            span={span}
            peakNps={play.peakNps}
            withMean={mean !== null}
            palette={palette}
            index={index}
            onPick={setIndex}
          />
        </div>
        <div className="flex flex-col border-t border-line lg:border-t-0 lg:border-l">
          <TimingStatistics statistics={play.statistics} />
          <HistogramChart steps={steps} windows={windows} mean={mean} palette={palette} />
        </div>
      </div>
      <NumbersDisclosure field={field} windows={windows} />
    </Panel>
  )
}
