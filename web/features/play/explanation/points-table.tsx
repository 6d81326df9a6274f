import type { PointsLine } from '@stepledger/contracts/http/shapes/explanation.ts'
import { countText } from '../../../ui/count-text.ts'
import { DenseTable } from '../dense-table.tsx'
import { judgmentProperty } from '../judgment-colour.ts'
import { points } from './explanation-words.ts'

interface Props {
  readonly caption: string
  readonly lines: readonly PointsLine[]
  readonly total: { readonly name: string; readonly points: number }
  readonly className?: string
}

/** count × weight = points per line, and the total. */
export function PointsTable({ caption, lines, total, className }: Props) {
  return (
    <DenseTable caption={caption} columns={['Item', 'Count', '× Weight', '= Points']} className={className}>
      {lines.map((line) => (
        <tr key={line.what}>
          <th
            scope="row"
            className="text-base font-medium whitespace-normal!"
            style={{ color: colourOf(line.what) }}
          >
            {line.what.charAt(0).toUpperCase() + line.what.slice(1)}
          </th>
          <td className="num">{countText(line.count)}</td>
          <td className="num mute">{points(line.weight)}</td>
          <td className={`num ${line.points === 0 ? 'mute' : 'font-semibold'}`}>{points(line.points)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" className="border-b-0! text-base font-bold">
          {total.name}
        </th>
        <td />
        <td />
        <td className="num font-bold">{points(total.points)}</td>
      </tr>
    </DenseTable>
  )
}

/** Judgments in their colour, everything else in the text colour. */
function colourOf(what: string): string {
  const property = judgmentProperty(what)
  return property === '--ink-2' ? 'var(--color-base-content)' : `var(${property})`
}
