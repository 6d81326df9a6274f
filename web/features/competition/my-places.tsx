import type { CompetitionPage, CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { Link } from 'react-router-dom'
import { PlaceCell, placeOf } from '../../parts/competition/place-cell.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useLoginState } from '../../sign-in/use-login-state.ts'
import { useIsVisitor, useRelations } from '../../sign-in/use-session.ts'
import { LeaderboardCells } from '../../ui/leaderboard-toggle.tsx'
import { RelationMark } from '../../ui/player-name.tsx'

interface Props {
  readonly competition: CompetitionPage
  /** 0 for the whole event. */
  readonly round: number
  readonly own: CompetitionPlayer | null
}

/** The viewer's place on each board and who passed them since yesterday. The cells switch the board of the page. */
export function MyPlaces({ competition, round, own }: Props) {
  const isVisitor = useIsVisitor()
  const loginState = useLoginState()
  const charts =
    round === 0
      ? competition.rounds.reduce((sum, { charts }) => sum + charts.length, 0)
      : (competition.rounds[round - 1]?.charts.length ?? 0)
  if (isVisitor)
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
      <LeaderboardCells content={(name) => <PlaceCell place={placeOf(own, round, name)} of={charts} />} />
      {competition.phase === 'running' && <Passed own={own} round={round} />}
    </section>
  )
}

function Passed({ own, round }: Pick<Props, 'own' | 'round'>) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const passed = (own?.passed ?? [])
    .filter((entry) => entry.leaderboard === board && (round === 0 || entry.round === round))
    .slice(0, 5)
  if (passed.length === 0) return null
  return (
    <div className="border-t border-line px-4 py-3">
      <h2 className="text-sm font-semibold">Passed you since yesterday</h2>
      <ul className="mt-1.5">
        {passed.map((entry) => {
          const relation = relationTo(entry.user.id)
          return (
            <li
              key={`${entry.user.id} ${entry.round} ${entry.chartHash}`}
              className="flex min-w-0 items-baseline gap-2 py-1"
            >
              <span className="min-w-0 grow truncate">
                <Link
                  to={`/user/${entry.user.id}`}
                  className={`inline-flex items-center gap-1.5 font-semibold hover:underline ${relation === 'rival' ? 'ic-rival' : ''}`}
                >
                  {entry.user.alias}
                  <RelationMark relation={relation} />
                </Link>{' '}
                <span className="mute">on</span>{' '}
                <Link className="hover:underline" to={`/chart/${entry.chartHash}`}>
                  {entry.title}
                </Link>
              </span>
              <span className="mute whitespace-nowrap text-sm max-sm:hidden">
                {entry.score}%, you have {entry.ownScore}%
              </span>
              <span className="w-12 text-right font-semibold">−{entry.lost}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
