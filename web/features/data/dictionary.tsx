import type { AnalysisColumn, AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { Table } from '../../lists/table.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useWide } from '../../ui/use-wide.ts'

export function Dictionary({ tables }: { tables: readonly AnalysisTable[] }) {
  return tables.map((table) => (
    <Disclosure key={table.name} title={table.name} aside={`${table.columns.length} columns`}>
      {() => (
        <>
          <p className="border-b border-line px-4 py-3">
            <span className="mute">One row per: </span>
            {table.rowsOf}.
          </p>
          <Columns columns={table.columns} />
        </>
      )}
    </Disclosure>
  ))
}

function Columns({ columns }: { columns: readonly AnalysisColumn[] }) {
  if (!useWide())
    return (
      <ul>
        {columns.map((column) => (
          <li key={column.name} className="border-b border-line px-4 py-2.5 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-sm font-semibold">{column.name}</code>
              <span className="mute text-xs">{column.type}</span>
            </p>
            <p>{column.meaning}</p>
            {column.nullable !== null && <p className="mute text-sm">null: {column.nullable}</p>}
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="[&_td]:h-auto [&_td]:py-2 [&_td]:align-top"
      rows={columns}
      keyOf={({ name }) => name}
      columns={[
        {
          head: 'Column',
          cell: ({ name }) => <code className="font-mono text-sm font-semibold">{name}</code>,
        },
        { head: 'Type', cellClass: 'mute text-sm', cell: ({ type }) => type },
        { head: 'Meaning', cellClass: 'w-2/5', cell: ({ meaning }) => meaning },
        { head: 'When null', cellClass: 'mute w-1/5 text-sm', cell: ({ nullable }) => nullable ?? 'never' },
      ]}
    />
  )
}
