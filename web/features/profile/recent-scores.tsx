import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { ReactNode } from 'react'
import { LiveList } from '../../live/live-list.tsx'
import type { Arrivals } from '../../live/use-arrivals.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filters } from './filters.ts'
import { PlayRows } from './play-rows.tsx'

export interface RecentProps {
  readonly meta: PageMeta
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  /** Whether the rows still belong to the previous filters. */
  readonly loading: boolean
  /** Action of the empty state. */
  readonly firstSteps: ReactNode
  readonly error: Error | null
  readonly onRetry: () => unknown
}

interface Props extends RecentProps {
  readonly arrivals: Arrivals<ProfilePlay>
  readonly board: BoardName
}

export function RecentScores({
  arrivals,
  board,
  meta,
  filters,
  onChange,
  loading,
  firstSteps,
  error,
  onRetry,
}: Props) {
  return (
    <>
      <FilterBar filters={filters} onChange={onChange} />
      <CallFailure className="m-4" error={error} sentence="Failed to load recent plays" onRetry={onRetry} />
      <div aria-busy={loading} className={loading ? 'opacity-60' : ''}>
        <LiveList arrivals={arrivals}>
          {arrivals.rows.length === 0 ? (
            <Empty title="No recent scores" action={firstSteps} />
          ) : (
            <PlayRows plays={arrivals.rows} fresh={arrivals.fresh} board={board} />
          )}
        </LiveList>
      </div>
      <Pagination meta={meta} />
    </>
  )
}
