import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { listOwnCompetitions, type OwnCompetition } from '@stepledger/contracts/http/participation.ts'
import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { getRivalNews, getRivalPlays, type RivalNewsEntry } from '@stepledger/contracts/http/rivals.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { storageOf, writeText } from '../../app/storage.ts'
import { useTopic } from '../../live/use-topic.ts'
import { placeOf } from '../../parts/competition/place-cell.tsx'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'

interface Props {
  readonly user: User
  /** Undefined while loading. */
  readonly competition: HomePage['event'] | undefined
}

export function ForYou({ user, competition }: Props) {
  return (
    <Panel
      title="For You"
      aside={
        <span className="flex gap-x-4 text-sm">
          <Link className="hit link" to="/what-to-play">
            What to play
          </Link>
          <Link className="hit link" to="/user">
            My profile
          </Link>
        </span>
      }
    >
      <LastPlay user={user} />
      {competition && competition.phase !== 'over' && <EventPlace user={user} competition={competition} />}
      <OwnEvents except={competition?.slug} />
      {user.rivalUserIds.length > 0 && <RivalsSince user={user} />}
    </Panel>
  )
}

interface EventPlaceProps {
  readonly user: User
  readonly competition: NonNullable<HomePage['event']>
}

function EventPlace({ user, competition: { slug, name } }: EventPlaceProps) {
  const [board] = useActiveBoard()
  const { data, error } = useRead(getCompetitionPlayer, { params: { slug, id: user.id } })
  const place = data && placeOf(data, 0, board)
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-4 border-t border-line px-4 py-1.5 md:py-2">
      <Link className="hit mr-auto font-semibold hover:underline" to={`/event/${slug}`}>
        {name}
      </Link>
      {place ? (
        <>
          <span className="text-lg font-bold">#{countText(place.rank)}</span>
          <span className="font-semibold">
            {countText(place.totalPoints)} <span className="mute font-normal">points</span>
          </span>
          <span className="mute min-w-0 basis-full truncate text-sm">
            {place.next
              ? `${counted(place.next.points, 'point')} to #${place.next.rank}, ${place.next.user.alias}`
              : "You're first"}
          </span>
        </>
      ) : (
        <span className="mute text-sm">
          {data ? "You haven't played an event chart yet." : error && "Couldn't load this."}
        </span>
      )}
    </div>
  )
}

/** Maximum events besides that of the site. */
const ownEventsShown = 3

export function useOwnCompetitions() {
  const [leaderboard] = useActiveBoard()
  const user = useUser()
  return useRead(
    listOwnCompetitions,
    { query: { leaderboard } },
    { enabled: user !== null, keepPrevious: true },
  )
}

/** The viewer's overall places in the running events of players in which they take part. */
function OwnEvents({ except }: { readonly except: string | undefined }) {
  const { data } = useOwnCompetitions()
  return (data?.events ?? [])
    .filter(({ event, status }) => status === 'in' && event.phase === 'running' && event.slug !== except)
    .toSorted((a, b) => Date.parse(a.event.end) - Date.parse(b.event.end))
    .slice(0, ownEventsShown)
    .map((each) => <OwnEvent key={each.event.slug} {...each} />)
}

function OwnEvent({ event: { slug, name }, place }: OwnCompetition) {
  useCompetitionTopic(slug, ownRoutes)
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-4 border-t border-line px-4 py-2">
      <Link className="hit mr-auto min-w-0 font-semibold wrap-anywhere hover:underline" to={`/event/${slug}`}>
        {name}
      </Link>
      {place ? (
        <>
          <span className="text-lg font-bold">#{countText(place.rank)}</span>
          <span className="mute text-sm">of {countText(place.participants)}</span>
          <span className="font-semibold">
            {countText(place.points)} <span className="mute font-normal">points</span>
          </span>
        </>
      ) : (
        <span className="mute text-sm">You haven't played an event chart yet.</span>
      )}
    </div>
  )
}

const ownRoutes = [listOwnCompetitions]

/** The height of the play, reserved while it loads: prevents a layout shift. */
const height = 'min-h-17 md:min-h-[5.25rem]'

function LastPlay({ user }: { user: User }) {
  const [board] = useActiveBoard()
  const rowLink = useRowLink()
  const { data, error, refetch } = useRead(getPlayer, { params: { id: user.id }, query: { limit: 1 } })
  useTopic(
    `player:${user.id}`,
    () => void refetch(),
    () => void refetch(),
  )
  const [play] = data?.recentPlays ?? []
  const { data: standings } = useRead(
    getPlayStandings,
    { params: { id: String(play?.playId ?? 1) } },
    { enabled: play !== undefined },
  )
  if (data && !play) return <p className="mute pad">No plays yet.</p>
  const score = play && entryOf(play.leaderboards, board)?.data
  if (!play || !score)
    return <div className={height}>{error && <p className="mute pad">Couldn't load this.</p>}</div>
  const standing = standings && entryOf(standings.standings, board)
  return (
    <div {...rowLink(`/play/${play.playId}`, `flex items-center gap-x-3 px-4 ${height}`)}>
      <Banner hash={play.chart.hash} source={play.chart} className="@max-[20rem]/panel:hidden" />
      <div className="min-w-0 grow">
        <p className="mute text-xs">
          Last play, <Time at={play.createdAt} format="short" />
        </p>
        <p className="truncate">
          <Link className="font-semibold hover:underline" to={`/chart/${play.chart.hash}`}>
            {titleOrUnknown(play.chart.title)}
          </Link>
        </p>
        <p className="min-h-4.5 text-sm max-md:truncate">
          {play.eligible ? (
            standing && <Change delta={standing.delta} rank={standing.rank} />
          ) : (
            <span className="mute">Not ranked</span>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Grade grade={score.grade} ranked={play.eligible} />
        <Link className="hit text-lg" to={`/play/${play.playId}`}>
          <Score percent={score.score} ranked={play.eligible} />
        </Link>
      </div>
    </div>
  )
}

/** "+0.44 on your best, now #12". */
function Change({ delta, rank }: { delta: string | null; rank: number }) {
  const place = <span className="mute">, #{countText(rank)} now</span>
  if (delta === null) return <>First ranked play of this chart{place}</>
  const points = Number(delta)
  if (points > 0)
    return (
      <>
        <b className="ic-own">+{points.toFixed(2)}</b> on your best{place}
      </>
    )
  if (points === 0) return <>Equal to your best{place}</>
  return (
    <>
      <b>−{Math.abs(points).toFixed(2)}</b> <span className="mute">to your best</span>
    </>
  )
}

/** Phones show two rows. The height of a full list is reserved while it loads: prevents a layout shift. */
const listHeight = 'min-h-25 pt-1 pb-2 md:min-h-[10.5rem] max-md:[&>li:nth-child(n+3)]:hidden'

/** New bests of rivals since the last visit; without any, their latest plays. */
function RivalsSince({ user }: { user: User }) {
  const [board] = useActiveBoard()
  const since = useLastVisit(user.id)
  const { data, error } = useRead(
    getRivalNews,
    { query: { since, leaderboard: board } },
    { keepPrevious: true },
  )
  const isQuiet = data?.news.length === 0
  const { data: latest } = useRead(getRivalPlays, {}, { enabled: isQuiet })
  return (
    <div className="border-t border-line">
      <p className="flex items-baseline gap-x-3 px-4 pt-2 text-sm md:pt-3">
        <span className="shrink-0 font-semibold">Your Rivals</span>
        <span className="mute mr-auto truncate text-xs">
          {!data && error && "Couldn't load this."}
          {data && (
            <>
              {isQuiet ? 'No new bests since' : 'New bests since'} <Time at={since} format="short" />
            </>
          )}
        </span>
        <Link className="hit link shrink-0" to="/rivals">
          All rivals
        </Link>
      </p>
      <ul className={listHeight}>
        {data?.news.map((entry) => (
          <Row key={entry.playId} playId={entry.playId} user={entry.user} note={<Note entry={entry} />}>
            <Score percent={entry.score} />
          </Row>
        ))}
        {isQuiet &&
          latest?.plays.map((play) => {
            const score = entryOf(play.leaderboards, board)?.data.score
            return (
              <Row
                key={play.playId}
                playId={play.playId}
                user={play.user}
                note={titleOrUnknown(play.chart.title)}
              >
                {score !== undefined && <Score percent={score} ranked={play.eligible} />}
              </Row>
            )
          })}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly playId: number
  readonly user: RivalNewsEntry['user']
  readonly note: ReactNode
  readonly children: ReactNode
}

function Row({ playId, user, note, children }: RowProps) {
  const rowLink = useRowLink()
  return (
    <li
      {...rowLink(
        `/play/${playId}`,
        'grid h-11 md:h-13 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 px-4',
      )}
    >
      <PlayerName player={user} relation="rival" />
      <Link className="hit" to={`/play/${playId}`}>
        {children}
      </Link>
      <p className="mute col-span-2 min-w-0 truncate text-sm">{note}</p>
    </li>
  )
}

/** "passed you on Kaleido 2 by 0.20", "Kaleido 2, +1.02". */
function Note({ entry: { chart, passed, score, own, before } }: { entry: RivalNewsEntry }) {
  const title = titleOrUnknown(chart.title)
  const points = (from: string) => (Number(score) - Number(from)).toFixed(2)
  if (passed && own !== null)
    return (
      <>
        <b className="ic-rival">passed you</b> on {title} by {points(own)}
      </>
    )
  return (
    <>
      {title}
      {before === null ? ', first score' : `, +${points(before)}`}
    </>
  )
}

/** A visit ends after this long without opening the home page, ms. */
const pauseMs = 30 * 60_000

/** The start of news for a first visit: this long ago, ms. */
const firstVisitMs = 7 * 86_400_000

interface Visits {
  readonly last: number
  /** The end of the visit before this one. */
  readonly before: number
}

function read(text: string | null): Visits | null {
  const [last, before] = (text ?? '').split(' ').map(Number)
  return last && before ? { last, before } : null
}

/** The visits after the home page is opened once more. */
export function nextVisits(text: string | null, now: number): Visits {
  const visits = read(text)
  if (!visits) return { last: now, before: now - firstVisitMs }
  return { last: now, before: now - visits.last > pauseMs ? visits.last : visits.before }
}

/** When the player's last visit in this browser ended, ISO 8601; this visit's pages count as one. */
function useLastVisit(playerId: string): string {
  const [before] = useState(() => {
    const storage = storageOf(window)
    const key = `homeVisits:${playerId}`
    const visits = nextVisits(storage.getItem(key), Date.now())
    writeText(storage, key, `${visits.last} ${visits.before}`)
    return visits.before
  })
  return new Date(before).toISOString()
}
