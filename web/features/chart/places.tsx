import type { ChartPlace } from '@stepledger/contracts/http/chart-places.ts'
import type { Leaderboard, LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { countText } from '../../ui/count-text.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { pointsToPass } from './board-scale.ts'
import { RivalPlaces } from './rival-places.tsx'

interface Props {
  readonly place: ChartPlace | undefined
  /** The current page of the board. */
  readonly shown: Leaderboard
}

/** Pins the places of the viewer and the rivals above the board, unless the page contains them. */
export function Places({ place, shown }: Props) {
  if (!place) return null
  const isElsewhere = ({ userId }: LeaderboardEntry) => shown.scores.every((row) => row.userId !== userId)
  return (
    <>
      {place.own && isElsewhere(place.own) && (
        <OwnPlace own={place.own} next={place.next} perPage={shown.perPage} />
      )}
      <RivalPlaces rivals={place.rivals} own={place.own} isElsewhere={isElsewhere} />
    </>
  )
}

interface OwnProps {
  readonly own: LeaderboardEntry
  readonly next: LeaderboardEntry | null
  readonly perPage: number
}

function OwnPlace({ own, next, perPage }: OwnProps) {
  const [search] = useSearchParams()
  const page = Math.ceil(own.rank / perPage)
  const address = new URLSearchParams(search)
  if (page === 1) address.delete('page')
  else address.set('page', String(page))
  return (
    <div className="pin own">
      <span className="rk">#{countText(own.rank)}</span>
      <PlayerName
        player={{ id: own.userId, alias: own.alias, profileImageUrl: own.profileImageUrl }}
        relation="own"
        withAvatar
      />
      <Link className="hit" to={`/play/${own.playId}`}>
        <Score percent={own.score} />
      </Link>
      {next && (
        <span className="mute text-sm">
          {pointsToPass(next.score, own.score)} more to pass #{countText(next.rank)}, {next.alias}
        </span>
      )}
      <Link className="hit link text-sm sm:ml-auto" to={{ search: address.toString() }} preventScrollReset>
        Jump to my rank
      </Link>
    </div>
  )
}
