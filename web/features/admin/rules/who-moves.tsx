import type { PlayerStanding, RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import type { ReactNode } from 'react'
import { MovedRow } from '../../../ui/changes.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { PlayerOfReport } from './changed-boards.tsx'

/** Who moves most: in events that are not closed, then on boards. */
export function WhoMoves({ report: { competitions, boards, aliases } }: { report: RulesPreview }) {
  const moving = competitions.filter(({ moves }) => moves.players > 0)
  return (
    <div>
      <h3 className="px-4 py-2.5 text-sm font-semibold">Who moves most</h3>
      {moving.length + boards.players.length === 0 && (
        <p className="mute border-t border-line px-4 py-2.5 text-sm">Nobody's place changes.</p>
      )}
      {moving.map(({ slug, name, moves }) => (
        <Movers key={slug} head={`${name}: ${counted(moves.players, 'player')}`}>
          {moves.moves.map(({ board, player, before, after }) => (
            <MovedRow
              key={`${board} ${player}`}
              name={<PlayerOfReport aliases={aliases} player={player} />}
              about={`${board}, ${pointsOf(before)} to ${pointsOf(after)} points`}
              before={placeOf(before)}
              after={placeOf(after)}
            />
          ))}
        </Movers>
      ))}
      {boards.players.length > 0 && (
        <Movers head="First places on boards">
          {boards.players.map(({ player, firsts, top }) => (
            <MovedRow
              key={player}
              name={<PlayerOfReport aliases={aliases} player={player} />}
              about={`among the first ten ${countText(top.before)} to ${countText(top.after)}`}
              before={countText(firsts.before)}
              after={countText(firsts.after)}
            />
          ))}
        </Movers>
      )}
    </div>
  )
}

function Movers({ head, children }: { head: string; children: ReactNode }) {
  return (
    <>
      <p className="mute border-t border-line px-4 py-1.5 text-xs wrap-anywhere">{head}</p>
      <ul>{children}</ul>
    </>
  )
}

const placeOf = (standing: PlayerStanding | null) => (standing ? `#${countText(standing.rank)}` : 'none')
const pointsOf = (standing: PlayerStanding | null) => countText(standing?.points ?? 0)
