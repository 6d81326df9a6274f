import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { HomePage } from '@stepledger/contracts/http/home.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { placeOf } from '../../../competition/place-cell.tsx'
import { useActiveBoard } from '../../../leaderboard/use-active-board.ts'
import { counted, countText } from '../../../ui/count-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { LastPlay } from './last-play.tsx'
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
