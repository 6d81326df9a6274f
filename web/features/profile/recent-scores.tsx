import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { type ReactNode, useMemo } from 'react'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { HeldScores, LiveList } from '../../live/live-list.tsx'
import { useArrivals } from '../../live/use-arrivals.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { LeaderboardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filters } from './filters.ts'
import { PlayRows } from './play-rows.tsx'

const keyOf = (play: RecentPlay) => play.playId

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly meta: PageMeta
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  /** Whether the rows still belong to the previous filters. */
  readonly loading: boolean
  /** Action of the empty state. */
  readonly firstSteps: ReactNode
  readonly failure: { readonly text: string; readonly detail?: string; readonly onRetry: () => void } | null
}

/** The player's plays by the filters, updated live. */
export function RecentScores({ plays, meta, filters, onChange, loading, firstSteps, failure }: Props) {
  const [board, chooseBoard] = useActiveBoard()
  const rows = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const list = JSON.stringify([{ ...filters, page: meta.page }, board, loading])
  const arrivals = useArrivals(list, rows, keyOf)
  const choose = (next: BoardName) => {
    chooseBoard(next)
    if (filters.page !== 1) onChange({ page: 1 })
  }
  return (
    <Panel
      title="Recent Scores"
      area={arrivals.area}
      aside={
        <>
          <HeldScores arrivals={arrivals} />
          <LeaderboardToggle value={board} onChange={choose} />
        </>
      }
    >
      <FilterBar filters={filters} onChange={onChange} />
      {failure && <ErrorBanner className="m-4" {...failure} />}
      <div aria-busy={loading} className={loading ? 'opacity-60' : ''}>
        <LiveList arrivals={arrivals}>
          {arrivals.rows.length === 0 ? (
            <Empty title="No recent scores" action={firstSteps} />
          ) : (
            <PlayRows plays={arrivals.rows} fresh={arrivals.fresh} board={board} />
          )}
        </LiveList>
      </div>
      <Pagination page={meta.page} perPage={meta.limit} total={meta.total} totalPages={meta.totalPages} />
    </Panel>
  )
}
