import { useMemo } from 'react'
import { DenseTable } from '../dense-table.tsx'
import { curvePoints } from './model/curve-points.ts'
import { songTime } from './model/format-step.ts'
import type { Timeline } from './model/timeline.ts'

interface Props {
  readonly timeline: Timeline
  readonly peakNps: number | null
}

/** Lifebar and notes per second as a table. Renders nothing if the game sent neither in a known unit. */
export function CurvesTable({ timeline, peakNps }: Props) {
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
