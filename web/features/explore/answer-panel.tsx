import type { Figure as Plan } from '@stepledger/contracts/analysis/question.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { counted, countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { AnswerTable } from './answer-table.tsx'
import { Figure } from './figure.tsx'
import { maxRows, type QueryResult } from './query-runner.ts'

/** The result of a query: figure, sources and rows. */
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
