import type { Answer, Cell, Figure as Plan } from '@stepledger/contracts/analysis/questions.ts'
import { Table } from '../../lists/table.tsx'
import { counted } from '../../ui/count-text.ts'
import { Figure } from './figure.tsx'
import { numberText } from './number-text.ts'
import type { QueryResult } from './use-query-runner.ts'

/** A result as a figure and a table, which scrolls sideways, also by keyboard. */
export function AnswerRows({ query: { result, ms }, figure }: { query: QueryResult; figure: Plan }) {
  const { columns, rows } = result
  const numbers = columns.map((_, at) => rows.every((row) => typeof (row[at] ?? 0) === 'number'))
  return (
    <section aria-label="Answer" className="border-t border-line">
      <p className="mute px-4 pt-3 text-sm" role="status">
        {result.more ? 'The first ' : ''}
        {counted(rows.length, 'row')},{' '}
        {ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`}
      </p>
      {canDraw(result, figure) && <Figure answer={result} plan={figure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="max-h-112 overflow-auto" aria-label="Rows" tabIndex={0}>
        <Table
          className="dense"
          rows={[...rows.entries()]}
          keyOf={([i]) => i}
          columns={columns.map((column, at) => ({
            head: column,
            className: numbers[at] ? 'num' : '',
            cellClass: 'max-w-72 truncate',
            cell: ([, row]) => cellText(row[at] ?? null),
          }))}
        />
      </section>
    </section>
  )
}

/** An edited query may lack the columns of its question's figure. */
function canDraw({ columns, rows }: Answer, { x, y, series }: Plan): boolean {
  const wanted = [x, ...y, ...(series === undefined ? [] : [series])]
  return rows.length > 0 && wanted.every((name) => columns.includes(name))
}

function cellText(cell: Cell) {
  if (cell === null) return <span className="mute">–</span>
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}
