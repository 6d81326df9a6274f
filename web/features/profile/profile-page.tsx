import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { HeadToHeadPanel } from '../../rivals/head-to-head-panel.tsx'
import { useHeadToHead } from '../../rivals/use-head-to-head.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { NotFound, PageState, UnloadedPage } from '../../ui/page-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { CompetitionPanel } from './competition-panel.tsx'
import { filtersFrom } from './filters.ts'
import { MilestonesPanel } from './milestones-panel.tsx'
import { NoCompetitionPanel, NotParticipating } from './not-participating.tsx'
import { PlayerCard } from './player-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ScoresPanel } from './scores-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useFilters } from './use-filters.ts'
import { useLatestCompetition } from './use-latest-competition.ts'
import { usePlayerHome } from './use-player-home.ts'
import { useProfile } from './use-profile.ts'
import { useScoresView } from './use-scores-view.ts'
import { WeekRecords } from './week-records.tsx'
import { YearPanel } from './year/year-panel.tsx'

/** A player's profile; without an id in the URL, the viewer's own. */
export function ProfilePage() {
  const { userId } = useParams()
  const user = useUser()
  const text = userId ?? user?.id
  if (text === undefined)
    return (
      <PageState name="Player">
        <ErrorBanner text="You must be logged in to view your profile" />
      </PageState>
    )
  const id = playerId.safeParse(text)
  if (!id.success) return <AliasRedirect key={text} alias={text} />
  return <KnownPlayer key={id.data} id={id.data} />
}

/** Resolves a current or former alias and redirects to the player's canonical URL. */
function AliasRedirect({ alias }: { alias: string }) {
  const { search, hash } = useLocation()
  const params = getPlayer.params.safeParse({ id: alias })
  const read = useRead(getPlayer, { params: { id: alias }, query: { limit: 1 } }, { enabled: params.success })
  if (read.data) return <Navigate to={{ pathname: `/user/${read.data.id}`, search, hash }} replace />
  return params.success ? <UnloadedPlayer read={read} /> : <NoPlayer />
}

function UnloadedPlayer({ read }: { read: UseQueryResult }) {
  return (
    <UnloadedPage
      name="Player"
      read={read}
      loading={<ProfileSkeleton />}
      missing={<NoPlayer />}
      sentence="Failed to load user data"
    />
  )
}

function NoPlayer() {
  return (
    <NotFound
      title="User not found"
      text="No player has this name, now or in the past."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

/** Of the recent plays while another list is shown. */
const noFilters = filtersFrom(new URLSearchParams())

function KnownPlayer({ id }: { id: string }) {
  const [filters] = useFilters()
  const user = useUser()
  const [{ tab }] = useScoresView()
  const { player, read } = useProfile(id, tab === 'recent' ? filters : noFilters)
  const { competition, idle, waiting } = useLatestCompetition(id)
  const home = usePlayerHome(id)
  const headToHead = useHeadToHead(id)
  useDocumentTitle(player?.alias ?? null)

  if (player === undefined || waiting || home.waiting || headToHead.isLoading)
    return <UnloadedPlayer read={read} />
  const isParticipating = competition !== null && !idle
  const records = (
    <HomePart read={home.grades} failure="Failed to load grades and records">
      {({ week }) => <WeekRecords records={week} />}
    </HomePart>
  )
  return (
    // As high as the skeleton: with few plays the footer would jump into view.
    <div className="min-h-dvh">
      <div
        className={`grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[18.5rem_minmax(0,1fr)] ${isParticipating ? 'lg:grid-rows-[auto_1fr]' : ''}`}
      >
        <PlayerCard player={player} totals={home.activity.data?.totals ?? null} />
        <div className={`grid min-w-0 grid-cols-1 gap-4 md:gap-6 ${isParticipating ? 'lg:row-span-2' : ''}`}>
          <HeadToHeadPanel player={player} />
          {isParticipating ? (
            <CompetitionPanel competition={competition} userId={player.id} />
          ) : competition ? (
            <NotParticipating competition={competition} />
          ) : (
            <NoCompetitionPanel />
          )}
          <HomePart read={home.activity} failure="Failed to load the days played">
            {({ year }) => <YearPanel year={year} />}
          </HomePart>
          <HomePart read={home.sessions} failure="Failed to load sessions">
            {({ sessions }) => <SessionsPanel sessions={sessions} />}
          </HomePart>
        </div>
        {isParticipating && records}
      </div>
      <div className="mt-4 grid grid-cols-1 gap-4 md:mt-6 md:gap-6">
        {!isParticipating && records}
        <HomePart read={home.milestones} failure="Failed to load milestones">
          {(milestones) => <MilestonesPanel milestones={milestones} />}
        </HomePart>
        <ScoresPanel
          player={player}
          grades={home.grades.data?.grades ?? null}
          read={read}
          firstSteps={
            user?.id === id &&
            !user.userHasSubmittedScore && (
              <Link className="btn btn-primary h-11 md:h-10" to="/help#setup">
                Set Up Your Game
              </Link>
            )
          }
        />
      </div>
    </div>
  )
}

interface HomePartProps<Answer> {
  readonly read: UseQueryResult<Answer>
  readonly failure: string
  readonly children: (answer: Answer) => ReactNode
}

/** A part of the profile with a read of its own, or its error. */
function HomePart<Answer>({ read: { data, error, refetch }, failure, children }: HomePartProps<Answer>) {
  if (data !== undefined) return children(data)
  return <ErrorBanner {...errorText(error, failure)} onRetry={refetch} />
}
