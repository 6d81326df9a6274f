import { memo, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
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

/** The chart in numbers, for who can't see it and for who wants to know exactly. Nothing of it is built before it is opened. */
export const NumbersDisclosure = memo(function NumbersDisclosure({
  field,
  windows,
  timeline,
  peakNps,
}: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className="group border-t border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 px-4 py-2.5 font-medium hover:bg-base-content/5 focus-visible:outline-2 focus-visible:-outline-offset-3 focus-visible:outline-base-content [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="transition-none group-open:rotate-180" />
        The numbers as tables
      </summary>
      {open && (
        <div className="grid grid-cols-1 border-t border-line lg:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="min-w-0 lg:border-r lg:border-line">
            <JudgmentTable field={field} windows={windows} />
            <CurvesTable timeline={timeline} peakNps={peakNps} />
          </div>
          <StepsTable field={field} windows={windows} />
        </div>
      )}
    </details>
  )
})
