import { SortSelect } from '../../lists/sort-select.tsx'
import type { Filters } from './filters.ts'

const columns = [
  { column: 'date', label: 'Date' },
  { column: 'title', label: 'Title' },
  { column: 'score', label: 'Score' },
] as const

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly className?: string
}

/** The order of a profile's lists, and its direction. */
export function SortControl({ filters: { sort, direction }, onChange, className }: Props) {
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return (
    <SortSelect
      className={className}
      columns={columns}
      sorting={{ orderBy: sort, orderDirection: direction }}
      onSort={(column) => onChange(column === sort ? { direction: turned } : { sort: column })}
    />
  )
}
