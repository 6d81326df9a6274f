import { Icon } from '../ui/icon.tsx'
import { type Sorting, sortedBy } from './list-address.ts'

interface Props<Column extends string> {
  readonly columns: readonly { readonly column: Column; readonly label: string }[]
  readonly sorting: Sorting<Column>
  readonly onSort: (sorting: Sorting<Column>) => void
}

/** Sorting on phones, where rows are cards without column headers. */
export function SortSelect<Column extends string>({ columns, sorting, onSort }: Props<Column>) {
  const upwards = sorting.orderDirection === 'asc'
  const choose = (name: string) => {
    const chosen = columns.find(({ column }) => column === name)
    if (chosen) onSort(sortedBy(sorting, chosen.column))
  }
  return (
    <div className="flex w-full gap-1 md:hidden">
      <select
        className="select h-10 grow"
        aria-label="Sort"
        value={sorting.orderBy}
        onChange={(event) => choose(event.target.value)}
      >
        {columns.map(({ column, label }) => (
          <option key={column} value={column}>
            Sort: {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn btn-square size-10"
        aria-label={upwards ? 'Ascending; sort descending' : 'Descending; sort ascending'}
        onClick={() => choose(sorting.orderBy)}
      >
        <Icon name="up" className={upwards ? '' : 'rotate-180'} />
      </button>
    </div>
  )
}
