import { SearchBox } from '../../lists/search-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Filters, meterOptions, sorts } from './filters.ts'

const sortLabels: Readonly<Record<Filters['sort'], string>> = { date: 'Date', title: 'Title', score: 'Score' }

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
}

export function FilterBar({ filters, onChange }: Props) {
  const upwards = filters.direction === 'asc'
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line px-4 py-3 md:flex print:hidden md:flex-wrap md:items-center md:gap-3">
      <SearchBox
        label="Search songs"
        className="col-span-2 grow md:w-60 lg:grow-0"
        search={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      <div className="col-span-2 flex gap-1">
        <select
          className="select h-10 grow md:h-9 md:w-36"
          aria-label="Sort"
          value={filters.sort}
          onChange={(event) =>
            onChange({ sort: sorts.find((name) => name === event.target.value) ?? 'date' })
          }
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
      <div className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-3 lg:ml-auto">
        <span className="mute">Meter</span>
        <MeterSelect bound="min" label="Lowest meter" filters={filters} onChange={onChange} />
        <span className="mute">to</span>
        <MeterSelect bound="max" label="Highest meter" filters={filters} onChange={onChange} />
        <label className="inline-flex min-h-10 w-full items-center gap-2 md:ml-3 md:min-h-0 md:w-auto">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={filters.includeUnknown}
            onChange={(event) => onChange({ includeUnknown: event.target.checked })}
          />
          Include unknown
        </label>
      </div>
    </div>
  )
}

function MeterSelect({ bound, label, filters, onChange }: Props & { bound: 'min' | 'max'; label: string }) {
  return (
    <select
      className="select h-10 w-20 min-[24rem]:w-24 md:h-9 md:w-20"
      aria-label={label}
      value={filters[bound]}
      onChange={(event) => onChange({ [bound]: Number(event.target.value) })}
    >
      {meterOptions(bound, filters).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
