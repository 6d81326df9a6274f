import {
  getPlaySession,
  getRivalsPassed,
  listSessionCompetitions,
  type ReachedMilestone,
  type RivalPassed,
  type SessionPage,
  type SessionPlay,
} from '@stepledger/contracts/http/play-sessions.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { playTimeText, sessionName } from '@stepledger/contracts/look/session-words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { ShareButton } from '../../parts/share/share-button.tsx'
import { useRelations, useUser } from '../../sign-in/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Cell } from '../../ui/cell.tsx'
import { clock, countText, longDay, Time } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { LoadingSign, NotFound, Pending, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { SkeletonRows, UnloadedRows } from '../../ui/states.tsx'
import { AccuracyPanel } from './accuracy-panel.tsx'
import { SessionCompetitions } from './session-competitions.tsx'
import { SessionPlays } from './session-plays.tsx'

export function PlaySessionPage() {
  const { playId = '' } = useParams()
  if (!numericIdText.safeParse(playId).success) return <NoSession />
  return <KnownSession key={playId} id={playId} />
}

function NoSession() {
  return (
    <NotFound
      title="Session not found"
      text="Its plays don't exist or were deleted."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

function KnownSession({ id }: { id: string }) {
  const { session: read, rivals, competitions, own } = usePlaySession(id)
  const session = read.data
  useDocumentTitle(session ? `${session.user.alias}: ${sessionName(session.day)}` : null)

  // Waits for the competitions too, which prevents a layout shift.
  if (!session || competitions.isLoading)
    return (
      <UnloadedPage
        name="Session"
        read={read}
        loading={<SessionSkeleton />}
        pending={<Pending what="session" />}
        missing={<NoSession />}
        sentence="Failed to load session"
      />
    )
  return (
    <>
      <SessionHead id={id} session={session} />
      <SessionCells session={session} rivalsPassed={own ? (rivals.data?.passed.length ?? null) : undefined} />
      <div
        className={`mt-4 grid grid-cols-1 items-start gap-4 md:mt-6 md:gap-6 ${own ? 'lg:grid-cols-[minmax(0,1fr)_26rem]' : ''}`}
      >
        <AccuracyPanel session={session} />
        {own && <RivalsPassed read={rivals} session={session} />}
      </div>
      <div
        className={`mt-4 grid grid-cols-1 items-start gap-4 md:mt-6 md:gap-6 ${session.milestones.length > 0 ? 'lg:grid-cols-2' : ''}`}
      >
        <BestMoments session={session} />
        <SessionMilestones milestones={session.milestones} />
      </div>
      {own && <SessionCompetitions read={competitions} />}
      <div className="mt-4 md:mt-6">
        <SessionPlays session={session} />
      </div>
    </>
  )
}

/**
 * The session of a play on the active board, refetched when its player plays. If the player is the viewer, also the rivals
 * passed in it and the competitions in which its plays count.
 */
function usePlaySession(id: string) {
  const [board] = useActiveBoard()
  const viewer = useUser()
  const refetchReads = useRefetch()
  const input = { params: { id }, query: { leaderboard: board } }
  const session = useRead(getPlaySession, input, { keepPrevious: true })
  const player = session.data?.user.id
  const own = player !== undefined && player === viewer?.id
  const rivals = useRead(getRivalsPassed, input, { enabled: own, keepPrevious: true })
  const competitions = useRead(listSessionCompetitions, input, {
    enabled: viewer !== null,
    keepPrevious: true,
  })
  const refetch = useThrottled(
    () => void refetchReads([getPlaySession, getRivalsPassed, listSessionCompetitions]),
  )
  useTopic(player === undefined ? null : `player:${player}`, refetch, refetch)
  return { session, rivals, competitions, own }
}

function SessionMilestones({ milestones }: { milestones: readonly ReachedMilestone[] }) {
  if (milestones.length === 0) return null
  return (
    <Panel title="Milestones">
      <ul className="grid grid-cols-1 overflow-clip @min-[38rem]/panel:grid-cols-2 @min-[58rem]/panel:grid-cols-3">
        {milestones.map((milestone) => (
          <MilestoneRow
            key={`${milestone.id} ${milestone.meter} ${milestone.pack?.id}`}
            milestone={milestone}
          />
        ))}
      </ul>
    </Panel>
  )
}

function MilestoneRow({ milestone }: { milestone: ReachedMilestone }) {
  const rowLink = useRowLink()
  const { playId, chart, createdAt, meter, pack } = milestone
  const name = meter === null ? milestone.name : milestone.name.replace('of a meter', `of meter ${meter}`)
  return (
    <li
      {...rowLink(
        `/play/${playId}`,
        '-mb-px flex min-h-13 items-center gap-3 border-b border-line px-4 py-1.5',
      )}
    >
      <Link className="hit min-w-0 flex-1" to={`/play/${playId}`}>
        <span className="block truncate text-sm font-semibold">{name}</span>
        <span className="mute block truncate text-xs">{pack?.name ?? titleOrUnknown(chart.title)}</span>
      </Link>
      <Time at={createdAt} format="day" className="mute text-xs whitespace-nowrap" />
    </li>
  )
}

/** The skeleton of a session, in its final layout to prevent layout shifts. */
function SessionSkeleton() {
  return (
    <div className="min-h-dvh">
      <div aria-hidden="true">
        <div className="skeleton h-[1.375rem] w-32" />
        <div className="skeleton mt-1.5 h-8 w-64" />
        <div className="skeleton mt-2 h-3.5 w-56" />
      </div>
      <div className="panel mt-4 h-[9.5rem] sm:h-[7rem] lg:h-[4rem]" aria-hidden="true" />
      <div className="panel mt-4 grid h-[22rem] place-items-center md:mt-6">
        <LoadingSign />
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head" aria-hidden="true">
          <div className="skeleton h-3 w-24" />
        </div>
        <SkeletonRows rows={6} shape="board" />
      </section>
    </div>
  )
}

function BestMoments({ session: { data, moments } }: { session: SessionPage }) {
  const [board] = useActiveBoard()
  const rowLink = useRowLink()
  const plays = moments.flatMap((id) => data.filter(({ playId }) => playId === id))
  return (
    <Panel title="Best Moments">
      {plays.length === 0 ? (
        <p className="mute pad text-sm">No earlier best was beaten in this session.</p>
      ) : (
        <ul>
          {plays.map((play) => {
            const score = entryOf(play.leaderboards, board)?.data
            return (
              <li
                key={play.playId}
                {...rowLink(
                  `/play/${play.playId}`,
                  'grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-4 py-2.5 last:border-0',
                )}
              >
                <Banner hash={play.chart.hash} source={play.chart} />
                <div className="min-w-0">
                  <Link className="hit block truncate font-semibold" to={`/chart/${play.chart.hash}`}>
                    {titleOrUnknown(play.chart.title)}
                  </Link>
                  <MomentWords play={play} />
                </div>
                <div className="flex items-center gap-2 max-md:flex-col-reverse max-md:items-end max-md:gap-0.5">
                  <Grade grade={score?.grade} />
                  <Link className="hit text-right" to={`/play/${play.playId}`}>
                    {score && <Score percent={score.score} />}
                  </Link>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

/** What the play meant: the place that it holds now, and how much it gained. */
function MomentWords({ play: { onBoard } }: { play: SessionPlay }) {
  const rank = onBoard?.rank
  const gain = Number(onBoard?.change ?? 0) > 0 ? onBoard?.change : null
  return (
    <div className="truncate text-xs">
      <b className="font-semibold">{rank === 1 ? 'First place' : 'Best'}</b>{' '}
      <span className="mute">
        {[gain, rank !== null && rank !== undefined && rank > 1 && `now #${countText(rank)}`]
          .filter(Boolean)
          .join(', ')}
      </span>
    </div>
  )
}

interface Props {
  readonly read: UseQueryResult<{ readonly passed: readonly RivalPassed[] }>
  readonly session: SessionPage
}

/** The rivals whose best the viewer beat in a session of theirs, with both scores at the time. */
function RivalsPassed({ read: { data, error, refetch }, session }: Props) {
  return (
    <Panel title="Rivals Passed">
      {!data ? (
        <UnloadedRows error={error} sentence="Failed to load rivals" onRetry={refetch} rows={4} />
      ) : data.passed.length === 0 ? (
        <p className="mute pad text-sm">You passed none of your rivals in this session.</p>
      ) : (
        <ul className="max-h-[19.75rem] overflow-y-auto">
          {data.passed.map((passed) => (
            <PassedRow key={`${passed.playId} ${passed.rival.id}`} passed={passed} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PassedRow({ passed, session }: { passed: RivalPassed; session: SessionPage }) {
  const chart = session.data.find(({ playId }) => playId === passed.playId)?.chart
  return (
    <li className="rival flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <PlayerName player={passed.rival} relation="rival" withAvatar />
        {chart && <span className="mute block truncate text-xs">{titleOrUnknown(chart.title)}</span>}
      </div>
      <Link className="hit text-right" to={`/play/${passed.playId}`}>
        <span className="block">
          <Score percent={passed.score} />
        </span>
        <span className="mute block text-xs">{passed.rivalScore}%</span>
      </Link>
    </li>
  )
}

function SessionHead({ id, session }: { id: string; session: SessionPage }) {
  const relation = useRelations()(session.user.id)
  const { user, day, plays, previous, next, startedAt, endedAt } = session
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="mr-auto min-w-0">
        <span className="font-semibold">
          <PlayerName player={session.user} relation={relation} withAvatar />
        </span>
        <h1 className="mt-1 text-2xl md:text-3xl font-extrabold font-stretch-expanded">
          {sessionName(session.day)}
        </h1>
        <p className="mute text-sm">
          {/* A night after midnight is named by the day before. */}
          {longDay(new Date(startedAt))},{' '}
          <span className="whitespace-nowrap">
            <time dateTime={startedAt}>{clock(new Date(startedAt))}</time> –{' '}
            <time dateTime={endedAt}>{clock(new Date(endedAt))}</time>
          </span>
        </p>
      </div>
      <ShareButton
        title={`${user.alias}, ${sessionName(day)}: ${plays} plays, as on this page`}
        // Another address when the session has changed, because the picture is cached for some minutes.
        picture={`/picture/session/${id}.png?of=${plays}-${Date.parse(endedAt)}`}
        page={`/session/${id}`}
        fileName={`session-${id}`}
      />
      <nav className="flex gap-2" aria-label="Sessions">
        <Neighbour playId={previous} words="Previous" />
        <Neighbour playId={next} words="Next" />
      </nav>
    </div>
  )
}

/** The player's session before or after; readable but without a link when there is none. */
function Neighbour({ playId, words }: { playId: number | null; words: string }) {
  const look = 'btn btn-sm h-10 md:h-8'
  if (playId === null) {
    return (
      <button type="button" className={look} disabled>
        {words}
      </button>
    )
  }
  return (
    <Link className={look} to={`/session/${playId}`}>
      {words}
    </Link>
  )
}

interface SessionCellsProps {
  readonly session: SessionPage
  /** Null while loading; undefined in a session of another player. */
  readonly rivalsPassed: number | null | undefined
}

function SessionCells({ session, rivalsPassed }: SessionCellsProps) {
  const { seconds, startedAt, endedAt, plays, failed, steps, charts, bests } = session
  const whole = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  const cells = rivalsPassed === undefined ? 'lg:grid-cols-5' : 'lg:grid-cols-6'
  return (
    <section className="panel mt-4" aria-label="Totals">
      <dl className={`cellgrid grid-cols-2 sm:grid-cols-3 ${cells}`}>
        <Cell name="Time played" unit={whole > seconds ? `of ${playTimeText(whole)}` : undefined}>
          {playTimeText(seconds)}
        </Cell>
        <Cell name="Plays" unit={failed > 0 ? `${countText(failed)} failed` : undefined}>
          {countText(plays)}
        </Cell>
        <Cell name="Steps">{countText(steps)}</Cell>
        <Cell name="Charts">{countText(charts)}</Cell>
        <Cell name="Bests">{countText(bests)}</Cell>
        {rivalsPassed !== undefined && (
          <Cell name="Rivals passed" unit={rivalsPassed === 1 ? 'time' : 'times'}>
            {rivalsPassed === null ? '–' : countText(rivalsPassed)}
          </Cell>
        )}
      </dl>
    </section>
  )
}
