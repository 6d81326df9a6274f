import { getCompetitionPlayer, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import type { PlayerTotals } from '@stepledger/contracts/http/players.ts'
import { getPlayer, type ProfilePage as Profile } from '@stepledger/contracts/http/players.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { OverlayDisclosure } from '../../parts/overlay/overlay-panel.tsx'
import { HeadToHeadPanel, useHeadToHead } from '../../parts/rivals/lead.tsx'
import { useRivalSwitch } from '../../parts/rivals/use-rival-switch.ts'
import { useRelations, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Fact } from '../../ui/cell.tsx'
import { countText, Time, timeFormats } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NotFound, PageState, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { ErrorBanner, SkeletonRows } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-wide.ts'
import { CompetitionPanel, liveRoutes, ResultsPanel } from './competition-panel.tsx'
import { filtersFrom, useFilters, useScoresView } from './filters.ts'
import { latestCompetition } from './latest-competition.ts'
import { ProgressPanel } from './progress-panel.tsx'
import { ScoresPanel } from './scores-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { usePlayerHome, useProfile } from './use-profile.ts'
import { YearPanel } from './year-panel.tsx'

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
  const home = usePlayerHome(id, tab)
  const headToHead = useHeadToHead(id)
  const hasColumns = useMedia(columnsQuery)
  useDocumentTitle(player?.alias ?? null)

  if (player === undefined || waiting || home.waiting || headToHead.isLoading)
    return <UnloadedPlayer read={read} />
  const isParticipating = competition !== null && !idle
  const sessions = (
    <HomePart read={home.sessions} failure="Failed to load sessions">
      {({ sessions, more }) => <SessionsPanel id={id} sessions={sessions} more={more} />}
    </HomePart>
  )
  return (
    // As high as the skeleton: with few plays the footer would jump into view.
    <div className="grid min-h-dvh grid-cols-1 content-start items-start gap-4 md:gap-6 lg:grid-cols-[18.5rem_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-6">
        <PlayerCard player={player} totals={home.activity.data?.totals ?? null} />
        {hasColumns && sessions}
        {hasColumns && <ResultsPanel id={id} />}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4 md:gap-6">
        {isParticipating ? (
          <CompetitionPanel competition={competition} userId={player.id} />
        ) : competition ? (
          <NotParticipating competition={competition} isOwn={user?.id === id} />
        ) : (
          <NoCompetitionPanel isOwn={user?.id === id} />
        )}
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
        <HeadToHeadPanel player={player} />
        <ProgressPanel id={id} />
        <HomePart read={home.activity} failure="Failed to load the days played">
          {({ year }) => <YearPanel year={year} />}
        </HomePart>
        {!hasColumns && sessions}
        {!hasColumns && <ResultsPanel id={id} />}
        {user?.id === id && (
          <section className="panel" aria-label="Stream overlay">
            <OverlayDisclosure
              path={id}
              text="Add this address to your streaming software to show your last play, its rank and your session so far. It updates automatically."
              note="It only shows what's on your profile."
            />
          </section>
        )}
      </div>
    </div>
  )
}

/** Below this width everything is in one column. */
const columnsQuery = '(width >= 64rem)'

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

interface IdleProps {
  readonly competition: CompetitionSummary
  readonly isOwn: boolean
}

function NotParticipating({ competition: { slug, name }, isOwn }: IdleProps) {
  useCompetitionTopic(slug, liveRoutes)
  return (
    // The name in running text has no brackets.
    <Line name={name.replace(/[()]/g, '')} isOwn={isOwn}>
      <h2 id="player-event">
        <Link to={`/event/${slug}`} className="hit flex items-end gap-2">
          <CompetitionName name={name} size="1.25rem" />
        </Link>
      </h2>
    </Line>
  )
}

function NoCompetitionPanel({ isOwn }: { isOwn: boolean }) {
  return (
    <Line name="Blue Shift Beta" isOwn={isOwn}>
      <h2 id="player-event" className="text-xl font-bold">
        Blue Shift
      </h2>
    </Line>
  )
}

function Line({ name, isOwn, children }: { name: string; isOwn: boolean; children: ReactNode }) {
  return (
    <section
      className="ev flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5"
      aria-labelledby="player-event"
    >
      {children}
      <p className="font-bold">Not participating</p>
      <p className="ev-2 text-sm">
        {(isOwn
          ? "You haven't participated in the Blue Shift Beta event yet."
          : "This user hasn't participated in the Blue Shift Beta event yet."
        ).replace('Blue Shift Beta', name)}
      </p>
    </section>
  )
}

/** The skeleton of a profile. As high as the window, so that the footer does not jump. */
function ProfileSkeleton() {
  return (
    <div className="min-h-dvh">
      <div
        className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[18.5rem_minmax(0,1fr)] "
        aria-hidden="true"
      >
        <section className="panel">
          <div className="pad flex gap-4 lg:flex-col">
            <div className="skeleton size-24 shrink-0" />
            <div className="min-w-0 flex-1">
              <div className="skeleton h-[1.875rem] w-40 max-w-full" />
              <div className="skeleton mt-3 h-3 w-28 max-w-full" />
            </div>
          </div>
          <div className="border-t border-line p-4">
            <div className="skeleton h-20" />
          </div>
        </section>
        <div className="grid min-w-0 grid-cols-1 gap-4 md:gap-6">
          <section className="panel">
            <div className="skeleton h-14" />
            <div className="grid grid-cols-3 border-b border-line">
              {[1, 2, 3].map((cell) => (
                <div key={cell} className="grid gap-2 border-l border-line px-4 py-3 first:border-0">
                  <div className="skeleton h-3 w-8" />
                  <div className="skeleton h-6 w-16" />
                  <div className="skeleton h-3 w-14" />
                </div>
              ))}
            </div>
            <div className="h-56 overflow-hidden">
              <SkeletonRows rows={6} shape="board" />
            </div>
          </section>
          <section className="panel">
            <div className="panel-head">
              <div className="skeleton mr-auto h-3 w-28" />
              <div className="skeleton h-8 w-40" />
            </div>
            <div className="border-b border-line px-4 py-3">
              <div className="skeleton h-9 w-72 max-w-full" />
            </div>
            <SkeletonRows rows={10} />
          </section>
        </div>
      </div>
    </div>
  )
}

/**
 * The competition that started last, null if none has started, and whether the player takes part in it. `waiting` until
 * both are known, or could not be loaded.
 */
function useLatestCompetition(playerId: string) {
  const { data, isPending } = useRead(listCompetitions, {})
  const competition = latestCompetition(data?.events ?? [])
  const standing = useRead(
    getCompetitionPlayer,
    { params: { slug: competition?.slug ?? '', id: playerId } },
    { enabled: competition !== null },
  )
  return {
    competition,
    idle: standing.data?.places.length === 0,
    waiting: isPending || (competition !== null && standing.isPending),
  }
}

function PlayerCard({ player, totals }: { player: Profile; totals: PlayerTotals | null }) {
  const user = useUser()
  const relation = useRelations()(player.id)
  return (
    <section className="panel" aria-labelledby="player-alias">
      <div className="pad flex gap-4 lg:flex-col">
        <Avatar id={player.id} alias={player.alias} imageUrl={player.profileImageUrl} size="6rem" />
        <div className="min-w-0 flex-1">
          <h1
            id="player-alias"
            className="truncate text-xl font-extrabold font-stretch-semi-expanded min-[24rem]:text-2xl"
            title={player.alias}
          >
            {player.alias}
          </h1>
          {relation !== null && (
            <p className={`mt-1 inline-flex items-center gap-1.5 font-bold ic-${relation}`}>
              <Icon name={relation === 'own' ? 'user' : 'rival'} /> {relation === 'own' ? 'You' : 'Rival'}
            </p>
          )}
          <p className="mute mt-1 lg:hidden">
            {player.country && `${player.country.name} · `}since {timeFormats.day(new Date(player.createdAt))}
            {totals?.lastPlayedAt && ` · last played ${timeFormats.moment(new Date(totals.lastPlayedAt))}`}
          </p>
        </div>
      </div>
      {user !== null && relation !== 'own' && (
        <RivalButton playerId={player.id} rival={relation === 'rival'} />
      )}
      {totals && <TotalCells totals={totals} />}
      <dl className="dl hidden border-t border-line px-4 py-2 lg:grid">
        <Fact name="Member since">
          <Time at={player.createdAt} format="day" />
        </Fact>
        <Fact name="Country">{player.country?.name}</Fact>
        <Fact name="Last played">{totals?.lastPlayedAt && <Time at={totals.lastPlayedAt} />}</Fact>
      </dl>
    </section>
  )
}

function RivalButton({ playerId, rival }: { playerId: string; rival: boolean }) {
  const { setRival, isPending, failure } = useRivalSwitch()
  return (
    <div className="grid gap-3 px-4 pb-4">
      <Button size="large" className="w-full" disabled={isPending} onClick={() => setRival(playerId, !rival)}>
        {rival ? 'Remove Rival' : 'Add Rival'}
      </Button>
      {failure && <ErrorBanner {...failure} />}
    </div>
  )
}

function TotalCells({ totals: { plays, charts, steps, seconds } }: { totals: PlayerTotals }) {
  const hours = seconds / 3600
  const cells = [
    { name: 'Plays', value: countText(plays) },
    { name: 'Charts', value: countText(charts) },
    { name: 'Steps', ...shortNumber(steps) },
    { name: 'Hours', value: hours < 10 ? hours.toFixed(1) : countText(Math.round(hours)) },
  ]
  return (
    <dl className="cellgrid grid-cols-4 border-t border-line lg:grid-cols-2">
      {cells.map(({ value, ...cell }) => (
        <Cell key={cell.name} {...cell} className="max-lg:px-3!" valueClass="truncate">
          {value}
        </Cell>
      ))}
    </dl>
  )
}

/** Three digits and a unit from 100,000 on: 3.61 M. */
function shortNumber(value: number): { value: string; unit?: string } {
  if (value < 100_000) return { value: countText(value) }
  const [divisor, unit] = value < 1_000_000 ? ([1_000, 'k'] as const) : ([1_000_000, 'M'] as const)
  return { value: threeDigits(value / divisor), unit }
}

function threeDigits(value: number): string {
  return value.toLocaleString('en-US', {
    maximumSignificantDigits: value < 1_000 ? 3 : 21,
    maximumFractionDigits: 2,
  })
}
