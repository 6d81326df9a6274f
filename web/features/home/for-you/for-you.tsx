import type { HomePage } from '@stepledger/contracts/http/home.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { Link } from 'react-router-dom'
import { Panel } from '../../../ui/panel.tsx'
import { EventPlace } from './event-place.tsx'
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
