import { memo, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/format.tsx'
import { rowRange } from '../../../ui/pagination.tsx'
import { Disclosure } from '../../../ui/panel.tsx'
import { DenseTable } from '../dense-table.tsx'
import { judgmentProperty } from './palette.ts'
import { judgmentName, ms, type StepField, songTime, type Windows } from './steps.ts'
import type { Density, Lifebar, Timeline } from './timeline.ts'

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
    <DenseTable caption="Lifebar and notes per second" columns={['Time', 'Lifebar', 'NPS']}>
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

/** Paginated, because a play can have 200,000 steps. */
const perPage = 25

function StepsTable({ field, windows }: { field: StepField; windows: Windows }) {
  const { steps, judgments, miss } = field
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(steps.count / perPage))
  const first = (page - 1) * perPage
  const shown = Array.from({ length: Math.min(perPage, steps.count - first) }, (_, i) => first + i)
  return (
    <div className="min-w-0 border-t border-line lg:border-t-0">
      <table className="t dense">
        <caption className="px-4 pt-3 pb-1 text-left font-bold">Every step</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              Step
            </th>
            <th scope="col" className="num">
              Time
            </th>
            <th scope="col" className="num">
              Offset
            </th>
            <th scope="col">Judgment</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((i) => {
            const judgment = judgments[i] ?? miss
            const name = judgmentName(windows, judgment)
            return (
              <tr key={i}>
                <td className="num mute">{countText(i + 1)}</td>
                <td className="num">{songTime(steps.times[i] ?? 0, 3)}</td>
                <td className="num">
                  {judgment === miss ? '–' : `${ms((steps.offsets[i] ?? 0) * 1000, 1, true)} ms`}
                </td>
                <td className="font-semibold" style={{ color: `var(${judgmentProperty(name)})` }}>
                  {name}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3">
        <span className="mute text-sm" aria-live="polite">
          {rowRange(page, perPage, steps.count)}
        </span>
        <span className="join">
          {[
            { text: 'First', to: 1, off: page === 1 },
            { text: 'Previous', to: page - 1, off: page === 1 },
            { text: 'Next', to: page + 1, off: page === pages },
            { text: 'Last', to: pages, off: page === pages },
          ].map(({ text, to, off }) => (
            <Button key={text} size="small" className="join-item" disabled={off} onClick={() => setPage(to)}>
              {text}
            </Button>
          ))}
        </span>
      </div>
    </div>
  )
}

/** A table row: song seconds, the lifebar (0 to 1) and the notes per second; null where the game sent none. */
interface CurvePoint {
  readonly seconds: number
  readonly life: number | null
  readonly nps: number | null
}

const maxRows = 16

/** Samples both curves at even times, at most about 16 rows. `peakNps`: the notes per second of a share of 1. */
export function curvePoints({ whole, lifebar, density }: Timeline, peakNps: number | null): CurvePoint[] {
  const length = whole.to - whole.from
  const step = Math.max(1, Math.ceil(length / maxRows))
  const count = Math.floor(length / step) + 1
  return Array.from({ length: count }, (_, i) => {
    const seconds = whole.from + i * step
    return {
      seconds,
      life: lifebar && !lifebar.ownScale ? lifeAt(lifebar, seconds) : null,
      nps: density && peakNps !== null ? npsAt(density, seconds) * peakNps : null,
    }
  })
}

function lifeAt({ times, levels }: Lifebar, seconds: number): number | null {
  const after = times.findIndex((time) => time >= seconds)
  if (after === -1) return levels.at(-1) ?? null
  const [before, next] = [times[after - 1], times[after] ?? 0]
  if (before === undefined) return levels[0] ?? null
  const share = next === before ? 1 : (seconds - before) / (next - before)
  return (levels[after - 1] ?? 0) * (1 - share) + (levels[after] ?? 0) * share
}

function npsAt({ from, to, heights }: Density, seconds: number): number {
  const bar = from.findIndex((start, i) => seconds >= start && seconds < (to[i] ?? 0))
  return heights[bar] ?? 0
}
