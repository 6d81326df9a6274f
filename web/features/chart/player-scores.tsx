import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Grade } from '../../ui/grade.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import type { Relation } from '../../ui/relation.ts'
import { Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** A table of so little needs less room than others. CSS px; 32rem. */
const narrowest = 512

/** Only a table as wide as this has room for the track. */
const forTrack = {
  column: 'hidden @min-[58rem]/panel:[display:table-column]',
  cell: 'hidden @min-[58rem]/panel:[display:table-cell]',
} as const

/**
 * Scores of one chart by player: a table, or cards where there is no room for one. `ranked`: with the rank and a track
 * of the score.
 */
export function PlayerScores({ ranked, children }: { ranked: boolean; children: ReactNode }) {
  if (!useWide(narrowest)) return <ul>{children}</ul>
  return (
    <table className="t dense table-fixed">
      <colgroup>
        {ranked && <col className="w-18" />}
        <col className={ranked ? '@min-[58rem]/panel:w-72' : ''} />
        <col className={ranked ? 'w-20' : 'w-16'} />
        <col className={ranked ? 'w-28' : 'w-40'} />
        {ranked && <col className={forTrack.column} />}
        <col className="w-28" />
      </colgroup>
      <thead>
        <tr>
          {ranked && <th>Rank</th>}
          <th>Player</th>
          <th>Grade</th>
          <th className="num">Score</th>
          {ranked && (
            <td className={`mute text-right text-xs ${forTrack.cell}`} aria-hidden="true">
              Behind the first
            </td>
          )}
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
  /** Why it is on no board; undefined for one that is. */
  readonly unranked?: ReactNode
  /** Of a board: where the score lies, 0 to 100 from the left, and how far it is behind the first. */
  readonly track?: { readonly share: number; readonly behind: string }
  readonly playId: number
  readonly at: string
  /** Before the date. */
  readonly mark?: ReactNode
  readonly arriving?: boolean
}

/** One player's score, in whichever shape the list has. */
export function PlayerScoreRow(props: Props) {
  const { rank, player, relation, score, track, playId, at, mark, unranked, arriving = false } = props
  const wide = useWide(narrowest)
  const ranked = unranked === undefined
  const className = `${relation ?? ''} ${arriving ? 'arrive' : ''}`
  const rankStyle = rank !== undefined && rank > 3 ? 'rk mute' : 'rk'
  const name = <PlayerName player={player} relation={relation} withAvatar />
  const points = (
    <Link to={`/play/${playId}`} className={wide ? '' : 'hit w-20 text-right text-lg'}>
      <Score percent={score} ranked={ranked} />
    </Link>
  )
  const grade = <Grade grade={props.grade} ranked={ranked} />
  if (!wide) {
    const columns =
      rank === undefined ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[2.5rem_minmax(0,1fr)_auto]'
    return (
      <li className={`cardrow items-center py-2 ${columns} ${className}`}>
        {rank !== undefined && <span className={rankStyle}>#{rank}</span>}
        <div className="min-w-0">
          {name}
          <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
            <Time at={at} format="short" className="whitespace-nowrap" />
            {track?.behind && <span>{track.behind}</span>}
            {mark}
            {unranked}
          </div>
        </div>
        <div className="flex flex-col-reverse items-end @min-[22rem]/panel:flex-row @min-[22rem]/panel:items-center @min-[22rem]/panel:gap-3">
          {grade}
          {points}
        </div>
      </li>
    )
  }
  const style: CSSProperties & Record<'--x', string> = { '--x': `${track?.share ?? 0}%` }
  return (
    <tr className={className}>
      {rank !== undefined && <td className={rankStyle}>#{rank}</td>}
      <td>{name}</td>
      <td>{grade}</td>
      <td className="num">
        <span className="inline-flex items-center gap-2">
          {unranked}
          {points}
        </span>
      </td>
      {track && (
        <td aria-hidden="true" className={forTrack.cell}>
          <div className="flex items-center gap-2">
            <div className="trk grow" style={style} />
            <span className="mute w-12 text-right text-xs">{track.behind}</span>
          </div>
        </td>
      )}
      <td className="num mute">
        <span className="inline-flex items-center justify-end gap-2">
          {mark}
          <Time at={at} format="short" />
        </span>
      </td>
    </tr>
  )
}
