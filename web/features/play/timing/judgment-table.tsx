import { useMemo } from 'react'
import { judgmentProperty } from '../judgment-colour.ts'
import { countSides } from './model/count-sides.ts'
import { judgmentName, type Windows } from './model/judge.ts'
import type { StepField } from './model/nearest-step.ts'

interface Props {
  readonly field: StepField
  readonly windows: Windows
}

/** Early and late steps per judgment. */
export function JudgmentTable({ field, windows }: Props) {
  const sides = useMemo(() => countSides(field), [field])
  return (
    <div className="min-w-0">
      <table className="t dense">
        <caption className="px-4 pt-3 pb-1 text-left font-bold">Early and late</caption>
        <thead>
          <tr>
            <th scope="col">Judgment</th>
            <th scope="col" className="num">
              Early
            </th>
            <th scope="col" className="num">
              Late
            </th>
            <th scope="col" className="num">
              All
            </th>
          </tr>
        </thead>
        <tbody>
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
                <td className="num">{missed ? '–' : side.early.toLocaleString('en')}</td>
                <td className="num">{missed ? '–' : side.late.toLocaleString('en')}</td>
                <td className="num font-bold">{side.all.toLocaleString('en')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
