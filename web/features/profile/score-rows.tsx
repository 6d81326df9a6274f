import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { PlayerBest, ProfilePlay } from '@stepledger/contracts/http/players.ts'
import { Link } from 'react-router-dom'
import type { RowKey } from '../../live/arrivals.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { ChartCell } from '../../ui/chart-cell.tsx'
import { counted, countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { PlayCard } from '../../ui/play-card.tsx'
import { gradeColumn, playRowsOf, scoreColumn, timeColumn } from '../../ui/play-cells.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { UnrankedTag } from '../../ui/unranked-tag.tsx'
import { useWide } from '../../ui/use-wide.ts'

export function PlayRows({ plays, fresh }: { plays: readonly ProfilePlay[]; fresh: ReadonlySet<RowKey> }) {
  const [board] = useActiveBoard()
  const wide = useWide()
  const rows = playRowsOf(plays, board, fresh)
  if (!wide) {
    return (
      <ul>
        {rows.map(({ play, data, isFresh }) => (
          <PlayCard
            key={play.playId}
            chart={play.chart}
            playId={play.playId}
            ranked={play.eligible}
            score={data.score}
            grade={data.grade}
            className={isFresh ? 'arrive' : ''}
            foot={
              <>
                <span className="mute inline-flex items-center gap-1.5 whitespace-nowrap text-xs">
                  <PlaceOfPlay play={play} board={board} />
                  <ChangeOfPlay play={play} board={board} />
                  <Time at={play.createdAt} format="short" />
                  <FreshMark fresh={isFresh} />
                </span>
                <UnrankedTag play={play} />
              </>
            }
          />
        ))}
      </ul>
    )
  }
  return (
    <Table
      rows={rows}
      keyOf={({ play }) => play.playId}
      to={({ play }) => `/play/${play.playId}`}
      rowClass={({ isFresh }) => (isFresh ? 'arrive' : '')}
      columns={[
        { head: 'Chart', cell: ({ play }) => <ChartCell chart={play.chart} /> },
        gradeColumn('w-14'),
        scoreColumn('w-21'),
        {
          head: 'Place',
          width: 'hidden w-24 @min-[52rem]/panel:[display:table-column]',
          className: 'num hidden @min-[52rem]/panel:[display:table-cell]',
          cell: ({ play }) => <PlaceOfPlay play={play} board={board} />,
        },
        {
          head: 'Change',
          width: 'w-24',
          className: 'num',
          cell: ({ play }) => <ChangeOfPlay play={play} board={board} />,
        },
        timeColumn('w-28', 'Date', 'short'),
      ]}
    />
  )
}

interface PlaceOfPlayProps {
  readonly play: ProfilePlay
  readonly board: BoardName
}

/** The place that the play holds; nothing while it is unknown, or where a better play holds one. */
function PlaceOfPlay(props: PlaceOfPlayProps) {
  const rank = onBoard(props)?.rank
  return rank == null ? null : <span className="font-semibold">#{countText(rank)}</span>
}

/** Percentage points from the best before the play; "first" on the first one that counts. */
function ChangeOfPlay(props: PlaceOfPlayProps) {
  const meant = onBoard(props)
  if (!meant) return null
  if (meant.change === null) return <span className="mute text-xs">first</span>
  const gained = meant.change.startsWith('+') && meant.change !== '+0.00'
  return <span className={gained ? 'font-semibold ic-own' : 'mute'}>{meant.change.replace('-', '−')}</span>
}

/** What the play meant on the shown board; the answer of another board is not shown. */
function onBoard({ play: { onBoard: meant }, board }: PlaceOfPlayProps) {
  return meant && boardFrom(meant.leaderboard) === board ? meant : null
}

/** One row a chart, as a table or as cards. `bests`: null while loading. */
export function BestRows({ bests }: { bests: readonly PlayerBest[] | null }) {
  const wide = useWide()
  if (!wide)
    return (
      <ul>
        {bests?.map(({ chart, playId, score, grade, rank, rankBefore, createdAt }) => (
          <PlayCard
            key={chart.hash}
            chart={chart}
            playId={playId}
            score={score}
            grade={grade}
            ranked={rank !== null}
            foot={
              <>
                <PlaceChange rank={rank} before={rankBefore} />
                <Time at={createdAt} format="short" className="mute text-xs" />
              </>
            }
          />
        ))}
      </ul>
    )
  return (
    <Table
      rows={bests}
      keyOf={({ chart }) => chart.hash}
      to={({ playId }) => `/play/${playId}`}
      columns={[
        { head: 'Chart', cell: ({ chart }) => <ChartCell chart={chart} /> },
        {
          head: 'Place',
          width: 'w-28',
          cell: ({ rank, rankBefore }) => <PlaceChange rank={rank} before={rankBefore} />,
        },
        {
          head: 'Grade',
          width: 'w-20',
          cell: ({ grade, rank }) => <Grade grade={grade} ranked={rank !== null} />,
        },
        {
          head: 'Score',
          width: 'w-24',
          className: 'num',
          cell: ({ playId, score, rank }) => (
            <Link to={`/play/${playId}`} className="block">
              <Score percent={score} ranked={rank !== null} />
            </Link>
          ),
        },
        {
          head: 'Date',
          width: 'w-28',
          className: 'num',
          cellClass: 'mute text-xs',
          cell: ({ createdAt }) => <Time at={createdAt} format="short" />,
        },
      ]}
    />
  )
}

interface BestRowsProps {
  /** Null where the best was failed. */
  readonly rank: number | null
  /** The place seven days ago; null without one. */
  readonly before: number | null
}

/** A place, and by how much it moved within seven days. */
function PlaceChange({ rank, before }: BestRowsProps) {
  if (rank === null) return <span className="mute">-</span>
  const places = before === null ? 0 : before - rank
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="font-semibold">#{countText(rank)}</span>
      {places !== 0 && (
        <span className="mute inline-flex items-center text-xs" title={titleOf(places)}>
          <Icon name="up" className={`size-3 ${places < 0 ? 'rotate-180' : ''}`} />
          <span aria-hidden="true">{Math.abs(places)}</span>
          <span className="sr-only">{titleOf(places)}</span>
        </span>
      )}
    </span>
  )
}

function titleOf(places: number): string {
  return `${places > 0 ? 'Up' : 'Down'} ${counted(Math.abs(places), 'place')} in seven days`
}
