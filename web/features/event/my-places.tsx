import type { EventPage, EventPlayer } from '@stepledger/contracts/http/events.ts'
import { Link } from 'react-router-dom'
import { PlaceCell } from '../../event/place-cell.tsx'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useLoginState } from '../../session/use-login-state.ts'
import { useRelations, useUser } from '../../session/use-session.ts'
import { LeaderboardCells } from '../../ui/leaderboard-toggle.tsx'
import { RelationMark } from '../../ui/player-name.tsx'

interface Props {
  readonly event: EventPage
  /** 0 for the whole event. */
  readonly round: number
  readonly own: EventPlayer | null
}

/** Where I stand on each board, and who passed me since yesterday. The cells choose the board of the whole page. */
export function MyPlaces({ event, round, own }: Props) {
  const [board, chooseBoard] = useActiveBoard()
  const user = useUser()
  const loginState = useLoginState()
  const charts =
    round === 0
      ? event.rounds.reduce((sum, { charts }) => sum + charts.length, 0)
      : (event.rounds[round - 1]?.charts.length ?? 0)
  if (user === null)
    return (
      <section className="panel" aria-label="My places">
        <p className="mute px-4 py-3 text-sm">
          <Link className="link" to="/login" state={loginState}>
            Sign in
          </Link>{' '}
          to see your own place and points.
        </p>
      </section>
    )
  return (
    <section className="panel" aria-label="My places">
      <LeaderboardCells
        value={board}
        onChange={chooseBoard}
        content={(name) => (
          <PlaceCell
            place={entryOf(own?.places.filter((place) => place.round === round) ?? [], name)}
            charts={`of ${charts} charts`}
          />
        )}
      />
      {event.phase === 'running' && <Passed own={own} round={round} />}
    </section>
  )
}

function Passed({ own, round }: Pick<Props, 'own' | 'round'>) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const passed = (own?.passed ?? [])
    .filter((one) => one.leaderboard === board && (round === 0 || one.round === round))
    .slice(0, 5)
  return (
    <div className="border-t border-line px-4 py-3">
      <h2 className="text-sm font-semibold">Passed you since yesterday</h2>
      {passed.length === 0 ? (
        <p className="mute mt-1.5 text-sm">{own === null ? 'Not loaded.' : 'Nobody.'}</p>
      ) : (
        <ul className="mt-1.5">
          {passed.map((one) => {
            const relation = relationTo(one.user.id)
            return (
              <li
                key={`${one.user.id} ${one.round} ${one.chartHash}`}
                className="flex min-w-0 items-baseline gap-2 py-1"
              >
                <span className="min-w-0 grow truncate">
                  <Link
                    to={`/user/${one.user.id}`}
                    className={`inline-flex items-center gap-1.5 font-semibold hover:underline ${relation === 'rival' ? 'ic-rival' : ''}`}
                  >
                    {one.user.alias}
                    <RelationMark relation={relation} />
                  </Link>{' '}
                  <span className="mute">on</span>{' '}
                  <Link className="hover:underline" to={`/chart/${one.chartHash}`}>
                    {one.title}
                  </Link>
                </span>
                <span className="mute whitespace-nowrap text-sm max-sm:hidden">
                  {one.score}% to your {one.ownScore}%
                </span>
                <span className="w-12 text-right font-semibold">−{one.lost}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
