import { useMemo } from 'react'
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
    <div className="min-w-0 border-t border-line">
      <table className="t dense">
        <caption className="px-4 pt-3 pb-1 text-left font-bold">Lifebar and notes per second</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" className="num">
              Lifebar
            </th>
            <th scope="col" className="num">
              NPS
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ seconds, life, nps }) => (
            <tr key={seconds}>
              <td>{songTime(seconds)}</td>
              <td className="num">{life === null ? '–' : `${Math.round(life * 100)}%`}</td>
              <td className="num">{nps === null ? '–' : nps.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
