import { SearchBox } from '../../lists/search-box.tsx'
import { meterOptions } from './filters.ts'
import { SortControl } from './sort-control.tsx'
import { useFilters } from './use-filters.ts'

export function FilterBar() {
  const [filters, change] = useFilters()
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line px-4 py-3 md:flex print:hidden md:flex-wrap md:items-center md:gap-3">
      <SearchBox
        label="Search songs"
        className="col-span-2 grow md:w-60 lg:grow-0"
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SortControl className="col-span-2" />
      <div className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-3 lg:ml-auto">
        <span className="mute">Meter</span>
        <MeterSelect bound="min" label="Lowest meter" />
        <span className="mute">to</span>
        <MeterSelect bound="max" label="Highest meter" />
        <label className="inline-flex min-h-10 w-full items-center gap-2 md:ml-3 md:min-h-0 md:w-auto">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={filters.includeUnknown}
            onChange={(event) => change({ includeUnknown: event.target.checked })}
          />
          Include unknown
        </label>
      </div>
    </div>
  )
}

function MeterSelect({ bound, label }: { bound: 'min' | 'max'; label: string }) {
  const [filters, change] = useFilters()
  return (
    <select
      className="select h-10 w-20 min-[24rem]:w-24 md:h-9 md:w-20"
      aria-label={label}
      value={filters[bound]}
      onChange={(event) => change({ [bound]: Number(event.target.value) })}
    >
      {meterOptions(bound, filters).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
