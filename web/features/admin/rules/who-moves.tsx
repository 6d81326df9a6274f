import type { PlayerStanding, RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import type { ReactNode } from 'react'
import { counted, countText } from '../../../ui/count-text.ts'
import { Arrow, PlayerOfReport } from './changed-boards.tsx'

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
            <Row
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
            <Row
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

interface RowProps {
  readonly name: ReactNode
  readonly about: string
  readonly before: string
  readonly after: string
}

/** A player who moves. */
export function Row({ name, about, before, after }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-1.5 text-sm">
      <div className="min-w-0 grow">
        <p className="font-semibold">{name}</p>
        <p className="mute text-xs">{about}</p>
      </div>
      <span className="whitespace-nowrap tabular-nums">
        <span className="mute">{before}</span> <Arrow /> <b>{after}</b>
      </span>
    </li>
  )
}

const placeOf = (standing: PlayerStanding | null) => (standing ? `#${countText(standing.rank)}` : 'none')
const pointsOf = (standing: PlayerStanding | null) => countText(standing?.points ?? 0)

const maxLines = 40

/** Differences of two documents, a line each; the first ones, if there are many. */
export function DifferenceList({ head, lines }: { head: string; lines: readonly string[] }) {
  const left = lines.length - maxLines
  return (
    <div className="text-sm">
      <p className="font-semibold">{head}</p>
      <ul>
        {lines.slice(0, maxLines).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mute">and {counted(left, 'more difference')}</p>}
    </div>
  )
}
