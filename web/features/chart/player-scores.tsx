import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { Time } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { type PlayerScore, rankClass, rowClass, ScoreCards } from './score-cards.tsx'

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
