import {
  getCompetitionPlayer,
  getCompetitionStandings,
  standingsPageSize,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRead } from '../../api/use-call.ts'
import { OwnPlace } from '../../competition/own-place.tsx'
import { placeOf } from '../../competition/place-cell.tsx'
import { RankingsTable } from '../../competition/rankings-table.tsx'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'

interface Props {
  readonly slug: string
  readonly top: readonly CompetitionRanking[]
  readonly participants: number
  /** The current page of the standings. */
  readonly page: number
}

/**
 * The top ten, then everybody else in the pages of the standings. The viewer's place is pinned above while its row is on
 * another page.
 */
export function OverallBoard({ slug, top, participants, page }: Props) {
  const [board] = useActiveBoard()
  const user = useUser()
  const mine = useRead(
    getCompetitionPlayer,
    { params: { slug, id: user?.id ?? '' } },
    { enabled: user !== null },
  )
  const rest = useRead(
    getCompetitionStandings,
    { params: { slug }, query: { round: 0, leaderboard: board, page } },
    { keepPrevious: true, enabled: participants > top.length },
  )
  const above = new Set(top.map(({ userId }) => userId))
  const rows = (rest.data?.rankings ?? []).filter(({ userId }) => !above.has(userId))
  // Waits for the viewer's place and the rest, which prevents a layout shift.
  if (rest.isLoading || mine.isLoading)
    return <SkeletonRows rows={Math.min(standingsPageSize, participants)} shape="board" />
  return (
    <>
      <OwnPlace
        place={placeOf(mine.data, 0, board)}
        rows={[...above, ...rows.map(({ userId }) => userId)]}
        page={page}
      />
      <RankingsTable rankings={top} />
      <CallFailure
        className="m-4"
        error={rest.error}
        sentence="Failed to load leaderboard"
        onRetry={rest.refetch}
      />
      {rest.data && rows.length > 0 && (
        <section
          aria-labelledby="rest"
          aria-busy={rest.isPlaceholderData}
          className={`border-t-2 border-line ${rest.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <h2 id="rest" className="px-4 pt-4 pb-2 font-bold font-stretch-semi-expanded">
            All other places
          </h2>
          <RankingsTable rankings={rows} />
        </section>
      )}
      {rest.data && <Pagination meta={{ ...rest.data.meta, page }} />}
    </>
  )
}
