import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LiveList } from '../../live/live-list.tsx'
import type { Arrivals } from '../../live/use-arrivals.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PlayRows } from './play-rows.tsx'

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
