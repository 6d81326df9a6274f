import { getCompetitionPlayer, getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
import { getHome, homeBoardKeys } from '@stepledger/contracts/http/home.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { posterStyle } from '../../parts/competition/poster-style.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { ActiveBoardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { dayFrom } from '../../parts/leaderboard/day-picker.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { counted, Time } from '../../ui/format.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { CallFailure, Empty, SkeletonRows } from '../../ui/states.tsx'
import { StandingsOfAll } from './standings.tsx'

const routes = [getHome, getCompetitionStandings, getCompetitionPlayer]

/** The standings of the current event, else of the last one, over all rounds. */
export function OverallPage() {
  useDocumentTitle('Overall Leaderboard')
  const [board] = useActiveBoard()
  const user = useUser()
  const { data, error, refetch } = useRead(getHome, {})
  const competition = data?.event ?? null
  useCompetitionTopic(competition?.slug ?? null, routes)
  const mine = useRead(
    getCompetitionPlayer,
    { params: { slug: competition?.slug ?? '', id: user?.id ?? '' } },
    { enabled: competition !== null && user !== null },
  )
  const overall = data?.overallLeaderboard ?? null
  const [search] = useSearchParams()
  const isNow = dayFrom(search, new Date()) === null
  const shown = overall?.leaderboards[homeBoardKeys[board]]
  const participants = shown?.totalParticipants ?? 0
  // Waits for the viewer's place, which prevents a layout shift.
  const isWaiting = (!data && !error) || mine.isLoading
  return (
    // As high as the window and remounted when loaded, which prevents a layout shift.
    <div className="mx-auto min-h-dvh max-w-192">
      <section key={data ? 'loaded' : 'loading'} className="panel" aria-labelledby="overall">
        <div className="ev rounded-none p-4 md:p-6" style={posterStyle(competition)}>
          <h1 id="overall" className="flex flex-wrap items-end gap-3">
            <CompetitionName
              name={competition?.name ?? 'Blue Shift'}
              size="clamp(2rem, 1.5rem + 2.4vw, 3rem)"
            />
            <span className="ev-2 text-sm font-semibold">Overall Leaderboard</span>
          </h1>
          {!data && !error && isNow && (
            // The skeleton rows announce it.
            <p className="ev-2 mt-3 h-18 text-sm min-[24rem]:h-13.5 md:h-9" aria-hidden="true">
              Loading…
            </p>
          )}
          {overall && isNow && (
            <p className="ev-2 mt-3 max-w-[70ch] text-sm">
              <b className="text-(--ev-ink)">{counted(participants, 'participant')}</b>.{' '}
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
        <div className="min-h-[24.5rem]">
          {error && !data ? (
            <CallFailure
              className="m-4"
              error={error}
              sentence="Failed to load leaderboard"
              onRetry={refetch}
            />
          ) : isWaiting ? (
            <SkeletonRows rows={10} shape="board" />
          ) : competition ? (
            <StandingsOfAll
              competition={competition}
              round={0}
              participants={participants}
              own={mine.data ?? null}
            />
          ) : (
            <Empty title="No leaderboard data available" />
          )}
        </div>
      </section>
    </div>
  )
}
