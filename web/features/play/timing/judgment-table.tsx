import { useMemo } from 'react'
import { countText } from '../../../ui/count-text.ts'
import { DenseTable } from '../dense-table.tsx'
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
