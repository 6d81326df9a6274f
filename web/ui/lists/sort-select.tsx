import { Icon } from '../icon.tsx'
import type { Sorting } from './list-address.ts'

interface Props<Column extends string> {
  readonly columns: readonly { readonly column: Column; readonly label: string }[]
  readonly sorting: Sorting<Column>
  /** Called with the column to sort by; the present one: in the other direction. */
  readonly onSort: (column: Column) => void
  readonly className?: string
}

/** Sorting without column headers: what the list is sorted by, and the direction. */
export function SortSelect<Column extends string>({
  columns,
  sorting,
  onSort,
  className = '',
}: Props<Column>) {
  const upwards = sorting.orderDirection === 'asc'
  const choose = (name: string) => {
    const chosen = columns.find(({ column }) => column === name)
    if (chosen) onSort(chosen.column)
  }
  return (
    <div className={`flex gap-1 max-md:w-full ${className}`}>
      <select
        className="select h-10 grow md:h-9 md:w-36"
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
        className="btn btn-square size-10 md:size-9"
        aria-label={upwards ? 'Ascending; sort descending' : 'Descending; sort ascending'}
        title={upwards ? 'Ascending' : 'Descending'}
        onClick={() => onSort(sorting.orderBy)}
      >
        <Icon name="up" className={upwards ? '' : 'rotate-180'} />
      </button>
    </div>
  )
}
