import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { useTopic } from '../../../live/use-topic.ts'
import { placeOf } from '../../../parts/competition/place-cell.tsx'
import { entryOf } from '../../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { Banner } from '../../../ui/banner.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { useRowLink } from '../../../ui/lists/use-row-link.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Grade, Score } from '../../../ui/score.tsx'
import { Time } from '../../../ui/time.tsx'
import { RivalsSince } from './rivals-since.tsx'

interface Props {
  readonly user: User
  /** Undefined while loading. */
  readonly competition: HomePage['event'] | undefined
}

/** The home page's panel for a player: the last play, the place in the event, and what rivals did since the last visit. */
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
      {user.rivalUserIds.length > 0 && <RivalsSince user={user} />}
    </Panel>
  )
}

interface EventPlaceProps {
  readonly user: User
  readonly competition: NonNullable<HomePage['event']>
}

/** The viewer's overall place in the event, and how many points the next one needs. */
function EventPlace({ user, competition: { slug, name } }: EventPlaceProps) {
  const [board] = useActiveBoard()
  const { data, error } = useRead(getCompetitionPlayer, { params: { slug, id: user.id } })
  const place = data && placeOf(data, 0, board)
  return (
    <div className="flex min-h-[3.75rem] flex-wrap items-center gap-x-4 border-t border-line px-4 py-2">
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

/** The height of the play, reserved while it loads: prevents a layout shift. */
const height = 'min-h-18 md:min-h-[5.25rem]'

/** The viewer's last play with its difference from the best before. */
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
