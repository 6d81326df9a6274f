import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { TimeFormat } from '../../ui/format-time.ts'
import { Grade } from '../../ui/grade.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import type { Relation } from '../../ui/relation.ts'
import { Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** Scores of one chart by player: a table, or cards below 768 px. `ranked`: with the rank and a track of the score. */
export function PlayerScores({ ranked, children }: { ranked: boolean; children: ReactNode }) {
  if (!useWide()) return <ul>{children}</ul>
  return (
    <table className="t dense table-fixed">
      <colgroup>
        {ranked && <col className="w-18" />}
        <col className={ranked ? 'lg:w-72' : ''} />
        <col className="w-20" />
        <col className="w-28" />
        {ranked && <col className="hidden lg:[display:table-column]" />}
        <col className="w-40" />
      </colgroup>
      <thead>
        <tr>
          {ranked && <th>Rank</th>}
          <th>Player</th>
          <th>Grade</th>
          <th className="num">Score</th>
          {ranked && <td className="hidden lg:[display:table-cell]" />}
          <th className="num">Date</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface Props {
  readonly rank?: number
  readonly player: Player
  readonly relation: Relation
  readonly grade: string
  readonly score: string
  readonly playId: number
  readonly at: string
  readonly format: TimeFormat
  /** Before the date. */
  readonly mark?: ReactNode
  readonly arriving?: boolean
}

/** One player's score, in whichever shape the list has. */
export function PlayerScoreRow(props: Props) {
  const { rank, player, relation, grade, score, playId, at, format, mark, arriving = false } = props
  const wide = useWide()
  const className = `${relation ?? ''} ${arriving ? 'arrive' : ''}`
  const rankStyle = rank !== undefined && rank > 3 ? 'rk mute' : 'rk'
  const name = <PlayerName player={player} relation={relation} withAvatar />
  const points = (
    <Link to={`/play/${playId}`} className={wide ? '' : 'hit w-20 text-right text-lg'}>
      <Score percent={score} />
    </Link>
  )
  if (!wide) {
    const columns =
      rank === undefined
        ? 'grid-cols-[minmax(0,1fr)_auto_auto]'
        : 'grid-cols-[2.5rem_minmax(0,1fr)_auto_auto]'
    return (
      <li className={`cardrow items-center py-2 ${columns} ${className}`}>
        {rank !== undefined && <span className={rankStyle}>#{rank}</span>}
        <div className="min-w-0">
          {name}
          <div className="mute mt-0.5 flex items-center gap-1.5 text-xs">
            <Time at={at} format={format} />
            {mark}
          </div>
        </div>
        <Grade grade={grade} />
        {points}
      </li>
    )
  }
  const track: CSSProperties & Record<'--x', string> = { '--x': `${score}%` }
  return (
    <tr className={className}>
      {rank !== undefined && <td className={rankStyle}>#{rank}</td>}
      <td>{name}</td>
      <td>
        <Grade grade={grade} />
      </td>
      <td className="num">{points}</td>
      {rank !== undefined && (
        <td aria-hidden="true" className="hidden lg:[display:table-cell]">
          <div className="trk" style={track} />
        </td>
      )}
      <td className="num mute">
        <span className="inline-flex items-center justify-end gap-2">
          {mark}
          <Time at={at} format={format} />
        </span>
      </td>
    </tr>
  )
}
