import { type CompetitionPlayer, standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { withParameters } from '../../app/with-parameters.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { counted, countText } from '../../ui/format.tsx'
import { Avatar, RelationMark } from '../../ui/player-name.tsx'

interface Props {
  readonly place: CompetitionPlayer['places'][number] | undefined
  /** The user ids of the rows on this page of the board. */
  readonly rows: readonly string[]
  /** The current page of the standings, with a link to that of the viewer; left out where there are no pages. */
  readonly page?: number
}

/** Pins the viewer's place above a ranking, with what the next one needs, unless its row is shown there. */
export function OwnPlace({ place, rows, page }: Props) {
  const user = useUser()
  const [search] = useSearchParams()
  if (!user || !place || rows.includes(user.id)) return null
  const own = Math.ceil(place.rank / standingsPageSize)
  const address = withParameters(search, { page: String(own) })
  return (
    <div className="pin own">
      <span className="rk">#{place.rank}</span>
      <span className="flex min-w-0 flex-1 items-center gap-2 font-bold">
        <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} />
        <span className="truncate" title={user.alias}>
          {user.alias}
        </span>
        <RelationMark relation="own" />
      </span>
      <b>{countText(place.totalPoints)}</b>
      <span className="mute flex min-w-0 basis-full gap-1 text-xs">
        {place.next && (
          <span className="truncate">
            {counted(place.next.points, 'point')} to #{place.next.rank}, {place.next.user.alias}
          </span>
        )}
        {page !== undefined && own !== page && (
          <>
            {place.next && '·'}
            <Link className="shrink-0 underline" to={{ search: address.toString() }}>
              Jump to my rank
            </Link>
          </>
        )}
      </span>
    </div>
  )
}
