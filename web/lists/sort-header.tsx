import { Icon } from '../ui/icon.tsx'
import { type Sorting, sortedBy } from './list-address.ts'

interface Props<Column extends string> {
  readonly column: Column
  readonly label: string
  readonly sorting: Sorting<Column>
  readonly onSort: (sorting: Sorting<Column>) => void
  /** For right-aligned columns: the arrow is left of the label. */
  readonly right?: boolean
}

export function SortHeader<Column extends string>(props: Props<Column>) {
  const { column, label, sorting, onSort, right = false } = props
  const sorted = sorting.orderBy === column
  const upwards = sorting.orderDirection === 'asc'
  return (
    <th
      aria-sort={sorted ? (upwards ? 'ascending' : 'descending') : undefined}
      className={right ? 'num' : undefined}
    >
      <button
        type="button"
        className={`th-sort ${right ? 'flex-row-reverse' : ''}`}
        onClick={() => onSort(sortedBy(sorting, column))}
      >
        {label}
        {sorted && <Icon name="up" className={upwards ? '' : 'rotate-180'} />}
      </button>
    </th>
  )
}
