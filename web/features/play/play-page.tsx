import { getChartPlaces } from '@stepledger/contracts/http/boards.ts'
import {
  deletePlay,
  getPlay,
  getPlayExplanation,
  getPlayStandings,
} from '@stepledger/contracts/http/plays.ts'
import type { PlayInCompetition } from '@stepledger/contracts/http/shapes/competition.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { Standing as Placed, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { isNotFound, isParked } from '../../api/call-error.ts'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { lateText } from '../../parts/competition/late-mark.tsx'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { ConfirmButton } from '../../ui/button.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingSign, NotFound, PendingPanel, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, ErrorBanner } from '../../ui/states.tsx'
import { Comparison, ContextPanel, candidatesOf } from './comparison.tsx'
import { ExplanationPanel } from './explanation-panel.tsx'
import { JudgmentsCard, judgmentBar, judgmentRow, SidesPanel } from './judgments-card.tsx'
import { type ScoresBefore, SummaryCard } from './summary-card.tsx'
import { legendHeight, stripHeight, timingHeight, viewportBarHeight } from './timing/plot.ts'

/** A third of the page's code. */
const TimingPanel = lazy(async () => ({ default: (await import('./timing/timing-panel.tsx')).TimingPanel }))

export function PlayPage() {
  const { playId = '' } = useParams()
  if (playId.trim() === '') return <NoPlay title="Play ID is required" />
  if (!numericIdText.safeParse(playId).success) return <NoPlay />
  return <KnownPlay key={playId} id={playId} />
}

function NoPlay({ title = 'Play not found' }: { title?: string }) {
  return (
    <NotFound
      title={title}
      text="This play doesn't exist or was deleted."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

/** A play that the server has stored and not scored yet. */
const received = (
  <PendingPanel title="We got this play" text="It's being scored, and will show up here by itself." />
)

/** A play that the server has stored, and can't score until it is repaired. */
const parked = (
  <PendingPanel
    title="This play is safe"
    text="We have stored it, but can't score it yet. You don't have to send it again: it will show up here as soon as we've fixed this."
  />
)

function KnownPlay({ id }: { id: string }) {
  const { play, standings, context, events, isWithdrawn, before } = usePlay(id)
  useDocumentTitle(play.data ? `${play.data.user.alias} on ${titleOrUnknown(play.data.chart.title)}` : null)

  if (play.data)
    return (
      <PlayView
        play={play.data}
        standings={standings}
        context={context}
        competitions={events}
        isWithdrawn={isWithdrawn}
        before={before}
        onRetry={() => void play.refetch()}
      />
    )
  return (
    <UnloadedPage
      name="Play"
      read={play}
      loading={isParked(play.failureReason) ? parked : <PlaySkeleton />}
      pending={received}
      missing={<NoPlay />}
      sentence="Failed to load play"
    />
  )
}

/** The skeleton of a play, in its final layout to prevent layout shifts. */
function PlaySkeleton() {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]" aria-hidden="true">
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton size-[1.375rem]" />
            <div className="skeleton mr-auto h-3 w-24" />
            <div className="skeleton h-3 w-32" />
          </div>
          <div className="pad flex flex-col gap-4 sm:flex-row">
            <div className="skeleton aspect-[2.56] w-full shrink-0 self-start sm:w-72 lg:w-56 xl:w-72" />
            <div className="min-w-0 flex-1">
              <div className="skeleton h-[1.875rem] w-3/4" />
              <div className="skeleton mt-1 h-[1.125rem] w-2/5" />
              <div className="skeleton mt-2.5 h-5 w-24" />
            </div>
          </div>
          <div className="mt-auto flex items-center gap-4 px-4 pt-2 pb-4 md:gap-6">
            <div className="skeleton size-22 md:w-[6.25rem]" />
            <div className="skeleton h-[3.25rem] w-44 md:h-[4.75rem] md:w-72" />
          </div>
          <div className="h-[7.6875rem] border-t border-line sm:h-[4.9375rem]" />
          <div className="h-[4.3125rem] border-t border-line" />
        </section>
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton h-3 w-24" />
          </div>
          <div className="flex grow flex-col px-4 py-1">
            {[0, 1, 2, 3, 4, 5, 6].map((row) => (
              <div key={row} className={judgmentRow}>
                <div className="skeleton h-3 w-28" />
                <div className="skeleton h-3" />
                <div className={judgmentBar} />
                <div className="skeleton h-3" />
              </div>
            ))}
          </div>
          <div className="h-[3.6875rem] border-t border-line" />
        </section>
      </div>
      <TimingSkeleton />
    </>
  )
}

function TimingSkeleton() {
  return (
    <section className="panel mt-4 md:mt-6">
      <div className="panel-head">
        <div className="skeleton h-3 w-16" />
      </div>
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div
          className="flex items-center justify-center overflow-hidden bg-(--well)"
          style={{ height: timingHeight + stripHeight + legendHeight + viewportBarHeight }}
        >
          <LoadingSign />
        </div>
        <div className="h-[24.1875rem] border-t border-line sm:h-[23.0625rem] lg:h-auto lg:border-t-0 lg:border-l" />
      </div>
      <div className="h-[2.5625rem] border-t border-line" />
    </section>
  )
}

interface Props {
  readonly play: Play
  readonly standings: readonly Placed[] | null
  /** Plays around it on each board. */
  readonly context: readonly PlayContext[]
  /** The play's state in events with its chart. */
  readonly competitions: readonly PlayInCompetition[]
  readonly isWithdrawn: boolean
  /** The scores before a re-score while the page was open. */
  readonly before: ScoresBefore | null
  readonly onRetry: () => void
}

function PlayView({ play, standings, context, competitions, isWithdrawn, before, onRetry }: Props) {
  const [board] = useActiveBoard()
  const user = useUser()
  const { places, chosen, other, error, choose } = useComparison(play)
  const compared = play.hasSteps && other?.hasSteps ? other : null
  // Its code is requested once the scores are shown.
  const showsTiming = useDeferredValue(true, false)
  const entry = entryOf(play.leaderboards, board) ?? play.leaderboards[0]
  if (!entry) return <ErrorBanner text="Failed to load play" detail="This play has no scores." />
  const maxJudgments = Math.max(...play.leaderboards.map(({ data }) => data.judgmentsOrdered.length))
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <SummaryCard
          play={play}
          entry={entry}
          standings={standings}
          isWithdrawn={isWithdrawn}
          before={before}
        />
        <JudgmentsCard data={entry.data} rows={maxJudgments} fail={play.fail} />
      </div>
      {play.hasSteps ? (
        <Suspense fallback={<TimingSkeleton />}>
          {showsTiming ? (
            <TimingPanel play={play} windows={entry.data.windows} other={compared} />
          ) : (
            <TimingSkeleton />
          )}
        </Suspense>
      ) : (
        <StepsUnavailable onRetry={onRetry} />
      )}
      <ContextPanel
        candidates={candidatesOf(play, board, { context, places, viewer: user?.id ?? null })}
        chosen={chosen}
        error={error}
        onChoose={choose}
      />
      {compared && <Comparison play={play} other={compared} />}
      <SidesPanel play={play} windows={entry.data.windows} />
      {!isWithdrawn && <CompetitionsOfPlay play={play.id} competitions={competitions} />}
      {!isWithdrawn && <ExplanationPanel playId={play.id} />}
      {!isWithdrawn && user?.id === play.user.id && <DeletePlay playId={play.id} />}
    </>
  )
}

function DeletePlay({ playId }: { playId: number }) {
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(deletePlay, { params: { id: String(playId) } }),
    onSuccess: async () => {
      await navigate('/user')
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'public' })
    },
  })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-3 md:mt-6">
      <CallFailure className="grow" error={remove.error} sentence="Failed to delete the play" />
      <ConfirmButton
        size="small"
        title="Delete this play?"
        text="It will be removed from every leaderboard and list for good. Submitting it again won't bring it back."
        action="Delete"
        onConfirm={() => remove.mutateAsync()}
      >
        Delete this play
      </ConfirmButton>
    </div>
  )
}

function StepsUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel title="Timing" className="mt-4 md:mt-6">
      <ErrorBanner
        className="m-4"
        text="The steps can't be read right now"
        detail="They are stored, and appear here as soon as they can be read."
        onRetry={onRetry}
      />
    </Panel>
  )
}

/** The parameter of the address that names the other play. */
const parameter = 'vs'

/** The viewer's places on the chart, and the play of the same chart that the address compares with. */
function useComparison(play: Play) {
  const user = useUser()
  const [search, setSearch] = useSearchParams()
  const { hash } = play.chart
  const places = useRead(getChartPlaces, { params: { hash } }, { enabled: user !== null })
  const id = search.get(parameter) ?? ''
  const isChosen = numericIdText.safeParse(id).success && Number(id) !== play.id
  const read = useRead(getPlay, { params: { id } }, { enabled: isChosen })
  const other = isChosen && read.data?.chart.hash === hash ? read.data : null
  const choose = (playId: number | null) =>
    setSearch((now) => withParameters(now, { [parameter]: playId === null ? null : String(playId) }), {
      replace: true,
    })
  return {
    places: places.data?.places ?? [],
    chosen: isChosen ? Number(id) : null,
    other,
    error: isChosen ? read.error : null,
    choose,
  }
}

/** Whether the play counts in events with its chart: the points, or the reasons why not. */
function CompetitionsOfPlay({
  play,
  competitions,
}: {
  readonly play: number
  readonly competitions: readonly PlayInCompetition[]
}) {
  const [board] = useActiveBoard()
  const user = useUser()
  if (competitions.length === 0) return null
  return (
    <section className="panel mt-4 md:mt-6" aria-label="Events">
      <ul>
        {competitions.map((competition) => {
          const place = entryOf(competition.leaderboards, board)
          return (
            <li
              key={competition.slug}
              className="flex gap-2.5 border-b border-line px-4 py-3 text-sm last:border-0"
            >
              <Icon
                name={competition.counts ? 'check' : 'warn'}
                className={`mt-px ${competition.counts ? 'mute' : 'text-rival'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">
                  <Link
                    className="hover:underline"
                    to={`/event/${competition.slug}?round=${competition.round}`}
                  >
                    {competition.name}, {competition.roundName}
                  </Link>
                </p>
                <p className="mute">{competition.counts ? earned(place) : "Doesn't count:"}</p>
                {competition.late && <p className="mute">{lateText}.</p>}
                <ul className="mute">
                  {competition.reasons.map((reason) => (
                    <li key={reason.code}>{reason.text}</li>
                  ))}
                </ul>
              </div>
              {user !== null && competition.organisers.includes(user.id) && (
                <Link
                  className="btn btn-sm ml-auto h-10 flex-none md:h-8"
                  to={`/event/${competition.slug}/organise?play=${play}`}
                >
                  {competition.reasons.some(({ code }) => code === 'taken-out') ? 'Put back' : 'Take out'}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function earned(place: PlayInCompetition['leaderboards'][number] | undefined): string {
  if (!place) return 'Counts.'
  if (place.points === null || place.rank === null) return 'Counts, but this player has a better play.'
  return `${counted(place.points, 'point')} for place ${place.rank} on this chart.`
}

/** Minimum time between refetches of the standings, ms; they change with every play of the chart. */
const standingsPause = 3000

/** Interval between refetches of a play whose steps could not be read, ms. */
const stepsPause = 10_000

const noEvents: readonly PlayInCompetition[] = []
const noContext: readonly PlayContext[] = []

/**
 * A play and its standings, kept live: other plays of the chart change the standings, a new generation may change the
 * score. A play that is withdrawn stays on screen with a note.
 */
function usePlay(id: string) {
  const refetchReads = useRefetch()
  const input = { params: { id } }
  const play = useRead(getPlay, input, { every: (read) => (read?.hasSteps === false ? stepsPause : false) })
  const standings = useRead(getPlayStandings, input)
  const competitions = standings.data?.events ?? noEvents
  const [withdrawn, setWithdrawn] = useState(false)
  const followed = useRef(false)

  const fetchStandings = () => void refetchReads([getPlayStandings], { id })
  const refetchStandings = useThrottled(fetchStandings, standingsPause)
  const refetchAll = useThrottled(
    () => void refetchReads([getPlay, getPlayExplanation, getPlayStandings], { id }),
  )
  // The first gap comes with the first subscription, right after the first fetch: only the volatile part is refetched.
  const onGap = () => {
    if (followed.current) refetchAll()
    else fetchStandings()
    followed.current = true
  }
  useTopic(
    play.data ? `chart:${play.data.chart.hash}` : null,
    (message) => {
      if (message.type === 'withdrawn' && message.playId === Number(id)) setWithdrawn(true)
      else if (message.type === 'changed') refetchAll()
      else refetchStandings()
    },
    onGap,
  )
  useTopic(play.data ? `player:${play.data.user.id}` : null, (message) => {
    if (message.type === 'changed') refetchAll()
  })
  useTopic(competitions[0] ? `event:${competitions[0].slug}` : null, () => refetchStandings())
  return {
    play,
    standings: standings.data?.standings ?? null,
    context: standings.data?.context ?? noContext,
    events: competitions,
    isWithdrawn:
      withdrawn || (play.data !== undefined && (isNotFound(play.error) || isNotFound(standings.error))),
    before: useScoresBefore(play.data),
  }
}

/** The scores shown first, once they differ from the current ones; null while they are the same. */
function useScoresBefore(play: Play | undefined): ScoresBefore | null {
  const [first, setFirst] = useState<ScoresBefore | null>(null)
  if (!play) return null
  const { leaderboards, provisional } = play
  const scores = new Map(leaderboards.map(({ leaderboard, data }) => [leaderboard, data.score]))
  if (first === null) {
    setFirst({ scores, provisional })
    return null
  }
  return [...scores].every(([board, score]) => first.scores.get(board) === score) ? null : first
}
