import {
  getCompetitionPlayer,
  getCompetitionStandings,
  standingsPageSize,
} from '@stepledger/contracts/http/competitions.ts'
import { getHome, homeBoardKeys } from '@stepledger/contracts/http/home.ts'
import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { OwnPlace } from '../../parts/competition/own-place.tsx'
import { placeOf } from '../../parts/competition/place-cell.tsx'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { atDay, dayFrom } from '../../parts/leaderboard/day-of-board.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { counted } from '../../ui/count-text.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { pageFrom } from '../../ui/page-window.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Time } from '../../ui/time.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { PastStandings, StandingsDayPicker } from './past-standings.tsx'

const routes = [getHome, getCompetitionStandings, getCompetitionPlayer]

/** The top ten of the current event, else of the last one, over all rounds, then everybody else and the own place. */
export function OverallPage() {
  useDocumentTitle('Overall Leaderboard')
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(getHome, {})
  const competition = data?.event ?? null
  useCompetitionTopic(competition?.slug ?? null, routes)
  const overall = data?.overallLeaderboard ?? null
  const [search] = useSearchParams()
  const page = pageFrom(search.get('page'))
  const day = dayFrom(search, new Date())
  const shown = overall?.leaderboards[homeBoardKeys[board]]
  return (
    // As high as the window and remounted when loaded, which prevents a layout shift.
    <div className="mx-auto min-h-dvh max-w-192">
      <section key={data ? 'loaded' : 'loading'} className="panel" aria-labelledby="overall">
        <div className="ev rounded-none p-4 md:p-6">
          <h1 id="overall" className="flex flex-wrap items-end gap-3">
            <CompetitionName
              name={competition?.name ?? 'Blue Shift'}
              size="clamp(2rem, 1.5rem + 2.4vw, 3rem)"
            />
            <span className="ev-2 text-sm font-semibold">Overall Leaderboard</span>
          </h1>
          {!data && !error && day === null && (
            // The skeleton rows announce it.
            <p className="ev-2 mt-3 h-18 text-sm min-[24rem]:h-13.5 md:h-9" aria-hidden="true">
              Loading…
            </p>
          )}
          {overall && shown && day === null && (
            <p className="ev-2 mt-3 max-w-[70ch] text-sm">
              <b className="text-(--ev-ink)">{counted(shown.totalParticipants, 'participant')}</b>.{' '}
              {overall.pointsSystem.description} Last generated{' '}
              <Time at={overall.generatedAt} format="whole" />.
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
          <Link className="btn btn-sm mr-auto h-10 md:h-8" to="/">
            Back to Home
          </Link>
          <ActiveBoardToggle labels={{ ITG: 'Money' }} />
        </div>
        <Body waiting={!data && !error}>
          {error && !data ? (
            <CallFailure
              className="m-4"
              error={error}
              sentence="Failed to load leaderboard"
              onRetry={refetch}
            />
          ) : competition && day !== null ? (
            <PastStandings
              competition={competition}
              day={day}
              participants={shown?.totalParticipants ?? 0}
              query={{ round: 0, leaderboard: board, page }}
            />
          ) : shown && shown.rankings.length > 0 ? (
            competition && (
              <>
                <OverallBoard
                  slug={competition.slug}
                  top={shown.rankings}
                  participants={shown.totalParticipants}
                  page={page}
                />
                <StandingsDayPicker competition={competition} />
              </>
            )
          ) : (
            <Empty title="No leaderboard data available" />
          )}
        </Body>
        {competition && (
          <p className="border-t border-line px-4 py-2.5 text-sm">
            <Link
              className="hit link"
              to={`/event/${competition.slug}?${atDay(new URLSearchParams({ round: '0' }), day)}`}
            >
              Full standings
            </Link>
          </p>
        )}
      </section>
    </div>
  )
}

function Body({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  return (
    <div className="min-h-[24.5rem]">{waiting ? <SkeletonRows rows={10} shape="board" /> : children}</div>
  )
}

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
function OverallBoard({ slug, top, participants, page }: Props) {
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
