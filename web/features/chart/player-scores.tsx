import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import type { Relation } from '../../sign-in/use-session.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** This table fits into narrower panels than others. CSS px; 32rem. */
const minTableWidth = 512

/** Shows the track only in wide panels. */
const forTrack = {
  column: 'hidden @min-[58rem]/panel:[display:table-column]',
  cell: 'hidden @min-[58rem]/panel:[display:table-cell]',
} as const

interface ListProps {
  /** With ranks and a track of each score. */
  readonly ranked: boolean
  /** What the gaps are to, and how to switch it; null if there is nothing else. */
  readonly gap?: { readonly label: string; readonly onSwitch: (() => void) | null }
  readonly children: ReactNode
}

export function PlayerScores({ ranked, gap, children }: ListProps) {
  const gapHead = gap?.onSwitch ? (
    <button
      type="button"
      className="th-sort hit"
      onClick={gap.onSwitch}
      title="Switch between the first place and me"
    >
      {gap.label} <Icon name="swap" />
    </button>
  ) : (
    gap?.label
  )
  if (!useWide(minTableWidth))
    return (
      <>
        {gap?.onSwitch && (
          <p className="mute border-b border-line px-4 py-2.5 text-right text-xs">{gapHead}</p>
        )}
        <ul>{children}</ul>
      </>
    )
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
          {ranked && <th className={`num ${forTrack.cell}`}>{gapHead}</th>}
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
  /** The tag of an unranked play; undefined for a ranked one. */
  readonly unranked?: ReactNode
  /** The score's position, 0 to 100, and its gap to the chosen score or another figure. */
  readonly track?: { readonly share: number; readonly gap: ReactNode }
  readonly playId: number
  readonly at: string
  /** Shown before the date. */
  readonly mark?: ReactNode
  readonly arriving?: boolean
}

export function PlayerScoreRow(props: Props) {
  const { rank, player, relation, score, track, playId, at, mark, unranked, arriving = false } = props
  const wide = useWide(minTableWidth)
  const rowLink = useRowLink()
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
      <li {...rowLink(`/play/${playId}`, `cardrow items-center gap-x-2 py-2 ${columns} ${className}`)}>
        {rank !== undefined && <span className={rankStyle}>#{rank}</span>}
        <div className="min-w-0">
          {name}
          <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
            <Time at={at} format="short" className="whitespace-nowrap" />
            {track?.gap && <span>{track.gap}</span>}
            {mark}
            {unranked}
          </div>
        </div>
        <div className="flex flex-col-reverse items-end @min-[22rem]/panel:flex-row @min-[22rem]/panel:items-center">
          {grade}
          {points}
        </div>
      </li>
    )
  }
  const style: CSSProperties & Record<'--x', string> = { '--x': `${track?.share ?? 0}%` }
  return (
    <tr {...rowLink(`/play/${playId}`, className)}>
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
        <td className={forTrack.cell}>
          <div className="flex items-center gap-2">
            <div className="trk grow" style={style} />
            <span className="mute w-12 text-right text-xs">{track.gap}</span>
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
