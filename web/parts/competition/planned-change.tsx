import type { CompetitionMovesShown } from '@stepledger/contracts/http/operated-competitions.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DifferenceList, MovedRow } from '../../ui/changes.tsx'
import { counted, countText } from '../../ui/format.tsx'

interface Props {
  readonly plan: CompetitionMovesShown & {
    readonly differences: readonly string[]
    readonly warnings: readonly string[]
  }
  readonly text: string
  /** The button. */
  readonly children: ReactNode
}

const movesShown = 10

/** What a change of an event would do: differences, warnings, and who moves. */
export function PlannedChange({ plan, text, children }: Props) {
  const { differences, warnings, leaderboards, moves, rounds } = plan
  const left = sum(leaderboards.map(({ moved }) => moved)) - Math.min(moves.length, movesShown)
  const within = rounds.map(({ round, players }) => `${round}: ${counted(players, 'player')}`)
  return (
    <div className="border-t border-line">
      <div className="grid gap-3 px-4 py-3">
        {differences.length > 0 && (
          <DifferenceList head={counted(differences.length, 'difference')} lines={differences} />
        )}
        {warnings.map((warning) => (
          <p key={warning} className="text-sm text-(--rival) wrap-anywhere">
            {warning}
          </p>
        ))}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 grow basis-48">
            <p className="font-semibold">{text}</p>
            {within.length > 0 && <p className="mute text-xs wrap-anywhere">{within.join(' · ')}</p>}
          </div>
          {children}
        </div>
      </div>
      <ul>
        {moves
          .slice(0, movesShown)
          .map(({ leaderboard, user, rankBefore, rankAfter, pointsBefore, pointsAfter }) => (
            <MovedRow
              key={`${leaderboard} ${user.id}`}
              name={
                user.alias === null ? (
                  <span className="mute">Deleted player</span>
                ) : (
                  <Link to={`/user/${user.id}`} className="hit wrap-anywhere hover:underline">
                    {user.alias}
                  </Link>
                )
              }
              about={`${leaderboard}, ${countText(pointsBefore)} to ${countText(pointsAfter)} points`}
              before={rankText(rankBefore)}
              after={rankText(rankAfter)}
            />
          ))}
      </ul>
      {left > 0 && (
        <p className="mute border-t border-line px-4 py-2 text-sm">and {counted(left, 'smaller change')}</p>
      )}
    </div>
  )
}

export function movesText({ players }: Pick<CompetitionMovesShown, 'players'>): string {
  if (players === 0) return "Nobody's place or points change."
  return `Places or points change for ${counted(players, 'player')}.`
}

const rankText = (rank: number | null) => (rank === null ? 'none' : `#${countText(rank)}`)
