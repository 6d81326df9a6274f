import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LiveList } from '../../live/live-list.tsx'
import type { Arrivals } from '../../live/use-arrivals.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { meterOptions } from './filters.ts'
import { PlayRows } from './play-rows.tsx'
import { SortControl } from './sort-control.tsx'
import { useFilters } from './use-filters.ts'

interface Props {
  readonly arrivals: Arrivals<ProfilePlay>
  readonly meta: PageMeta
  readonly read: UseQueryResult
  /** Action of the empty state. */
  readonly firstSteps: ReactNode
}

/** `read`: of the plays, which still belong to the previous filters while others load. */
export function RecentScores({ arrivals, meta, read, firstSteps }: Props) {
  const { error, isPlaceholderData: isLoading } = read
  return (
    <>
      <FilterBar />
      <CallFailure
        className="m-4"
        error={error}
        sentence="Failed to load recent plays"
        onRetry={read.refetch}
      />
      <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
        <LiveList arrivals={arrivals}>
          {arrivals.rows.length === 0 ? (
            <Empty title="No recent scores" action={firstSteps} />
          ) : (
            <PlayRows plays={arrivals.rows} fresh={arrivals.fresh} />
          )}
        </LiveList>
      </div>
      <Pagination meta={meta} />
    </>
  )
}

function FilterBar() {
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
