import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Relation } from '../../sign-in/use-session.ts'
import { Time } from '../../ui/format.tsx'
import { Table, useRowLink } from '../../ui/lists/table.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** This table fits into narrower panels than others. CSS px; 32rem. */
const minTableWidth = 512

/** Gaps need a panel of some width, the track beside them a wide one. */
const forGap = {
  column: 'hidden @min-[44rem]/panel:[display:table-column] w-28 @min-[58rem]/panel:w-auto',
  cell: 'hidden @min-[44rem]/panel:[display:table-cell]',
} as const

interface Props {
  readonly scores: readonly PlayerScore[]
  /** Of scores with ranks: what the gaps are to. */
  readonly gap?: string
}

export function PlayerScores({ scores, gap }: Props) {
  if (!useWide(minTableWidth)) return <ScoreCards scores={scores} />
  return (
    <Table
      className="dense table-fixed"
      rows={scores}
      keyOf={({ playId }) => playId}
      to={({ playId }) => `/play/${playId}`}
      rowClass={rowClass}
      columns={[
        gap !== undefined && {
          head: 'Rank',
          width: 'w-18',
          cellClass: rankClass,
          cell: ({ rank }) => `#${rank}`,
        },
        {
          head: 'Player',
          width: gap ? '@min-[58rem]/panel:w-72' : '',
          cell: ({ player, relation }) => <PlayerName player={player} relation={relation} withAvatar />,
        },
        {
          head: 'Grade',
          width: gap ? 'w-20' : 'w-16',
          cell: ({ grade, unranked }) => <Grade grade={grade} ranked={!unranked} />,
        },
        {
          head: 'Score',
          width: gap ? 'w-28' : 'w-40',
          className: 'num',
          cell: ({ playId, score, unranked }) => (
            <span className="inline-flex items-center gap-2">
              {unranked}
              <Link to={`/play/${playId}`}>
                <Score percent={score} ranked={!unranked} />
              </Link>
            </span>
          ),
        },
        gap !== undefined && {
          head: gap,
          width: forGap.column,
          className: `num ${forGap.cell}`,
          cell: ({ track }) => track && <Track {...track} />,
        },
        {
          head: 'Date',
          width: 'w-28',
          className: 'num',
          cellClass: 'mute',
          cell: ({ mark, at }) => (
            <span className="inline-flex items-center justify-end gap-2">
              {mark}
              <Time at={at} format="short" />
            </span>
          ),
        },
      ]}
    />
  )
}

function Track({ share, gap }: NonNullable<PlayerScore['track']>) {
  const style: CSSProperties & Record<'--x', string> = { '--x': `${share}%` }
  return (
    <div className="flex items-center gap-2">
      <div className="trk hidden grow @min-[58rem]/panel:block" style={style} />
      <span className="mute ml-auto w-12 text-right text-xs">{gap}</span>
    </div>
  )
}

interface PlayerScore {
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

function rowClass({ relation, arriving = false }: PlayerScore): string {
  return `${relation ?? ''} ${arriving ? 'arrive' : ''}`
}

function rankClass({ rank = 1 }: PlayerScore): string {
  return rank > 3 ? 'rk mute' : 'rk'
}

function ScoreCards({ scores }: { readonly scores: readonly PlayerScore[] }) {
  return (
    <ul>
      {scores.map((score) => (
        <ScoreCard key={score.playId} {...score} />
      ))}
    </ul>
  )
}

function ScoreCard(row: PlayerScore) {
  const { rank, player, relation, grade, score, track, playId, at, mark, unranked } = row
  const rowLink = useRowLink()
  const columns =
    rank === undefined ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[2.5rem_minmax(0,1fr)_auto]'
  return (
    <li {...rowLink(`/play/${playId}`, `cardrow items-center gap-x-2 py-2 ${columns} ${rowClass(row)}`)}>
      {rank !== undefined && <span className={rankClass(row)}>#{rank}</span>}
      <div className="min-w-0">
        <PlayerName player={player} relation={relation} withAvatar />
        <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
          <Time at={at} format="short" className="whitespace-nowrap" />
          {track?.gap && <span>{track.gap}</span>}
          {mark}
          {unranked}
        </div>
      </div>
      <div className="flex flex-col-reverse items-end @min-[22rem]/panel:flex-row @min-[22rem]/panel:items-center">
        <Grade grade={grade} ranked={!unranked} />
        <Link to={`/play/${playId}`} className="hit w-20 text-right text-lg">
          <Score percent={score} ranked={!unranked} />
        </Link>
      </div>
    </li>
  )
}
