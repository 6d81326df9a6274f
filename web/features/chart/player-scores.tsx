import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { type PlayerScore, rankClass, rowClass, ScoreCards } from './score-cards.tsx'

/** This table fits into narrower panels than others. CSS px; 32rem. */
const minTableWidth = 512

/** Shows the track only in wide panels. */
const forTrack = {
  column: 'hidden @min-[58rem]/panel:[display:table-column]',
  cell: 'hidden @min-[58rem]/panel:[display:table-cell]',
} as const

interface Props {
  readonly scores: readonly PlayerScore[]
  /** Of scores with ranks: what the gaps are to, and how to switch it; null if there is nothing else. */
  readonly gap?: { readonly label: string; readonly onSwitch: (() => void) | null }
}

/** Scores of a chart by player, as a table or as cards. */
export function PlayerScores({ scores, gap }: Props) {
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
        <ScoreCards scores={scores} />
      </>
    )
  return (
    <Table
      className="dense table-fixed"
      rows={scores}
      keyOf={({ playId }) => playId}
      to={({ playId }) => `/play/${playId}`}
      rowClass={rowClass}
      columns={[
        gap && { head: 'Rank', width: 'w-18', cellClass: rankClass, cell: ({ rank }) => `#${rank}` },
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
        gap && {
          head: gapHead,
          width: forTrack.column,
          className: `num ${forTrack.cell}`,
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
      <div className="trk grow" style={style} />
      <span className="mute w-12 text-right text-xs">{gap}</span>
    </div>
  )
}
