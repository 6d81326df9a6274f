import { SortSelect } from '../../ui/lists/sort-select.tsx'
import { useFilters } from './use-filters.ts'

const columns = [
  { column: 'date', label: 'Date' },
  { column: 'title', label: 'Title' },
  { column: 'score', label: 'Score' },
] as const

/** The order of a profile's lists, and its direction. */
export function SortControl({ className }: { className?: string }) {
  const [{ sort, direction }, change] = useFilters()
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return (
    <SortSelect
      className={className}
      columns={columns}
      sorting={{ orderBy: sort, orderDirection: direction }}
      onSort={(column) => change(column === sort ? { direction: turned } : { sort: column })}
    />
  )
}
