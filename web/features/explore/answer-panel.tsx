import type { Cell, Figure as Plan } from '@stepledger/contracts/analysis/question.ts'
import { numberText } from '@stepledger/contracts/look/figure/ticks.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { Table } from '../../lists/table.tsx'
import { counted, countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Result } from './engine/engine.ts'
import { Figure } from './figure.tsx'
import { maxRows, type QueryResult } from './query-runner.ts'

export function AnswerPanel({ query, plan }: { query: QueryResult; plan: Plan }) {
  const { result, ms, tables } = query
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const cut = tables.filter((table) => table.files < table.of)
  return (
    <Panel
      title="Answer"
      aside={
        <span className="mute text-sm" role="status">
          {result.more ? 'The first ' : ''}
          {counted(result.rows.length, 'row')},{' '}
          {ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`}
        </span>
      }
    >
      <Figure answer={result} plan={plan} />
      <p className="mute px-4 pb-3 text-sm">
        Answered in this browser
        {tables.length > 0 && `, from ${sizeText(bytes)} of ${tables.map(({ name }) => name).join(', ')}`}.
        {cut.map(
          (table) => ` Only the newest ${table.files} of ${table.of} files of ${table.name} were loaded.`,
        )}
        {result.more && ` Only the first ${countText(maxRows)} rows are shown.`}
      </p>
      {result.columns.length > 0 && <AnswerTable {...result} />}
    </Panel>
  )
}

/** The rows of a result; scrolls sideways, also by keyboard. */
function AnswerTable({ columns, rows }: Result) {
  const numbers = columns.map((_, at) => rows.every((row) => typeof (row[at] ?? 0) === 'number'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="max-h-112 overflow-auto border-t border-line" aria-label="Rows" tabIndex={0}>
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
  )
}

function cellText(cell: Cell) {
  if (cell === null) return <span className="mute">–</span>
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}
