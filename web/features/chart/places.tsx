import type { ChartPlace } from '@stepledger/contracts/http/chart-places.ts'
import type { Leaderboard, LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { PlayerName, RelationMark } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { pointsToPass } from './board-scale.ts'

interface Props {
  readonly place: ChartPlace | undefined
  /** The page of the board below. */
  readonly shown: Leaderboard
}

/** Where who looks stands, and the rivals, as far as they are not on this page of the board. */
export function Places({ place, shown }: Props) {
  if (!place) return null
  const isElsewhere = ({ userId }: LeaderboardEntry) => shown.scores.every((row) => row.userId !== userId)
  const rivals = place.rivals.filter(isElsewhere)
  return (
    <>
      {place.own && isElsewhere(place.own) && (
        <OwnPlace own={place.own} next={place.next} perPage={shown.perPage} />
      )}
      {rivals.length > 0 && <RivalPlaces rivals={rivals} />}
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
      <span className="rk">#{own.rank.toLocaleString('en')}</span>
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
          {pointsToPass(next.score, own.score)} more to pass #{next.rank.toLocaleString('en')}, {next.alias}
        </span>
      )}
      <Link className="hit link text-sm sm:ml-auto" to={{ search: address.toString() }} preventScrollReset>
        Go to my page
      </Link>
    </div>
  )
}

function RivalPlaces({ rivals }: { rivals: readonly LeaderboardEntry[] }) {
  return (
    <ul className="pin rival">
      {rivals.map(({ userId, rank, alias, playId, score }) => (
        <li key={userId} className="inline-flex max-w-full items-center gap-2">
          <span className="rk">#{rank.toLocaleString('en')}</span>
          <Link className="hit truncate font-semibold" to={`/user/${userId}`}>
            {alias}
          </Link>
          <RelationMark relation="rival" />
          <Link className="hit" to={`/play/${playId}`}>
            <Score percent={score} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
