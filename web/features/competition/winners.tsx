import type { CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { Link } from 'react-router-dom'
import { useUser } from '../../sign-in/use-session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** The first three; empty while loading. */
  readonly rankings: readonly CompetitionRanking[]
  /** The viewer's overall place. */
  readonly place: CompetitionPlayer['places'][number] | undefined
}

/** The winner, large, then the second, the third and the viewer. */
export function Winners({ rankings: [winner, ...others], place }: Props) {
  const user = useUser()
  const shown = [winner, ...others].some((row) => row?.userId === user?.id)
  return (
    <div className={place && !shown ? 'min-h-62' : 'min-h-51'}>
      <h2 className="sr-only">Winners</h2>
      {winner && (
        <p className="ev-row flex min-h-29 items-center gap-4 pb-3">
          <Avatar
            id={winner.userId}
            alias={winner.userAlias}
            imageUrl={winner.userProfileImageUrl}
            size="5rem"
          />
          <span className="min-w-0 grow">
            <span className="ev-2 block text-sm font-semibold">
              {winner.rank === others[0]?.rank ? 'First, shared' : 'Winner'}
            </span>
            <Link
              className="hit block text-2xl font-extrabold font-stretch-semi-expanded wrap-anywhere hover:underline"
              to={`/user/${winner.userId}`}
            >
              {winner.userAlias}
            </Link>
            <span className="block text-lg font-semibold">{countText(winner.totalPoints)} points</span>
          </span>
        </p>
      )}
      <ol>
        {others.map((row) => (
          <li key={row.userId} className="ev-row flex h-11 items-center gap-3">
            <span className="rk w-8 text-lg">#{row.rank}</span>
            <Avatar id={row.userId} alias={row.userAlias} imageUrl={row.userProfileImageUrl} size="1.75rem" />
            <Link className="grow truncate text-lg font-bold hover:underline" to={`/user/${row.userId}`}>
              {row.userAlias}
            </Link>
            <span className="text-lg font-semibold">{countText(row.totalPoints)}</span>
          </li>
        ))}
        {user && place && !shown && (
          <li className="ev-row flex h-11 items-center gap-3">
            <span className="rk w-8 text-lg">#{place.rank}</span>
            <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="1.75rem" />
            <span className="inline-flex min-w-0 grow items-center gap-2 text-lg font-bold">
              <span className="truncate">{user.alias}</span> <Icon name="user" />
              <span className="sr-only">You</span>
            </span>
            <span className="text-lg font-semibold">{countText(place.totalPoints)}</span>
          </li>
        )}
      </ol>
    </div>
  )
}
