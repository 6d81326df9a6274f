import { Icon } from '../../ui/icon.tsx'
import { type Filters, sorts } from './filters.ts'

const sortLabels: Readonly<Record<Filters['sort'], string>> = { date: 'Date', title: 'Title', score: 'Score' }

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly className?: string
}

/** The order of a profile's lists, and its direction. */
export function SortControl({ filters, onChange, className = '' }: Props) {
  const upwards = filters.direction === 'asc'
  return (
    <div className={`flex gap-1 max-md:w-full ${className}`}>
      <select
        className="select h-10 grow md:h-9 md:w-36"
        aria-label="Sort"
        value={filters.sort}
        onChange={(event) => onChange({ sort: sorts.find((name) => name === event.target.value) ?? 'date' })}
      >
        {sorts.map((name) => (
          <option key={name} value={name}>
            Sort: {sortLabels[name]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn btn-square size-10 md:size-9"
        aria-label={upwards ? 'Ascending; sort descending' : 'Descending; sort ascending'}
        title={upwards ? 'Ascending' : 'Descending'}
        onClick={() => onChange({ direction: upwards ? 'desc' : 'asc' })}
      >
        <Icon name="up" className={upwards ? '' : 'rotate-180'} />
      </button>
    </div>
  )
}
