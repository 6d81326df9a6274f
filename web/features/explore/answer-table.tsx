import type { Cell } from '@stepledger/contracts/analysis/question.ts'
import { numberText } from '@stepledger/contracts/look/figure/ticks.ts'
import type { Result } from './engine/engine.ts'

/** The rows of a result; scrolls sideways, also by keyboard. */
export function AnswerTable({ columns, rows }: Result) {
  const numbers = columns.map((_, at) => rows.every((row) => typeof (row[at] ?? 0) === 'number'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="max-h-112 overflow-auto border-t border-line" aria-label="Rows" tabIndex={0}>
      <table className="t dense">
        <thead>
          <tr>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
              <th key={`${at} ${column}`} scope="col" className={numbers[at] ? 'num' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no id.
            <tr key={i}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no id either.
                <td key={at} className={`max-w-72 truncate ${numbers[at] ? 'num' : ''}`}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellText(cell: Cell) {
  if (cell === null) return <span className="mute">–</span>
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}
