import { memo } from 'react'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { CurvesTable } from './curves-table.tsx'
import { JudgmentTable } from './judgment-table.tsx'
import type { Windows } from './model/judge.ts'
import type { StepField } from './model/nearest-step.ts'
import type { Timeline } from './model/timeline.ts'
import { StepsTable } from './steps-table.tsx'

interface Props {
  readonly field: StepField
  readonly windows: Windows
  readonly timeline: Timeline
  readonly peakNps: number | null
}

/** The chart's data as tables, for screen readers and exact values; rendered when opened. */
export const NumbersDisclosure = memo(function NumbersDisclosure({
  field,
  windows,
  timeline,
  peakNps,
}: Props) {
  return (
    <div className="border-t border-line">
      <Disclosure title="Data tables">
        {() => (
          <div className="grid grid-cols-1 lg:grid-cols-[24rem_minmax(0,1fr)]">
            <div className="min-w-0 lg:border-r lg:border-line">
              <JudgmentTable field={field} windows={windows} />
              <CurvesTable timeline={timeline} peakNps={peakNps} />
            </div>
            <StepsTable field={field} windows={windows} />
          </div>
        )}
      </Disclosure>
    </div>
  )
})
