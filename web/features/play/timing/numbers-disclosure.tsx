import { memo, useMemo } from 'react'
import { countText } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { DenseTable } from '../dense-table.tsx'
import { judgmentProperty } from '../judgment-colour.ts'
import { countSides } from './model/count-sides.ts'
import { curvePoints } from './model/curve-points.ts'
import { songTime } from './model/format-step.ts'
import { judgmentName, type Windows } from './model/judge.ts'
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

/** Lifebar and notes per second as a table. Renders nothing if the game sent neither in a known unit. */
function CurvesTable({ timeline, peakNps }: { timeline: Timeline; peakNps: number | null }) {
  const points = useMemo(() => curvePoints(timeline, peakNps), [timeline, peakNps])
  if (points.every(({ life, nps }) => life === null && nps === null)) return null
  return (
    <DenseTable
      caption="Lifebar and notes per second"
      columns={['Time', 'Lifebar', 'NPS']}
      className="border-t border-line"
    >
      {points.map(({ seconds, life, nps }) => (
        <tr key={seconds}>
          <td>{songTime(seconds)}</td>
          <td className="num">{life === null ? '–' : `${Math.round(life * 100)}%`}</td>
          <td className="num">{nps === null ? '–' : nps.toFixed(1)}</td>
        </tr>
      ))}
    </DenseTable>
  )
}

function JudgmentTable({ field, windows }: { field: StepField; windows: Windows }) {
  const sides = useMemo(() => countSides(field), [field])
  return (
    <DenseTable caption="Early and late" columns={['Judgment', 'Early', 'Late', 'All']}>
      {sides.map((side, judgment) => {
        const name = judgmentName(windows, judgment)
        const missed = judgment === field.miss
        return (
          <tr key={name}>
            <th
              scope="row"
              className="text-base font-semibold [tr:last-child>&]:border-b-0"
              style={{ color: `var(${judgmentProperty(name)})` }}
            >
              {name}
            </th>
            <td className="num">{missed ? '–' : countText(side.early)}</td>
            <td className="num">{missed ? '–' : countText(side.late)}</td>
            <td className="num font-bold">{countText(side.all)}</td>
          </tr>
        )
      })}
    </DenseTable>
  )
}
