import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { PlayerBest, ProfilePlay } from '@stepledger/contracts/http/players.ts'
import { FreshMark, type RowKey } from '../../live/live-list.tsx'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  chartColumn,
  gradeColumn,
  PlayList,
  playRowsOf,
  scoreColumn,
  timeColumn,
} from '../../ui/recent-plays.tsx'

export function PlayRows({ plays, fresh }: { plays: readonly ProfilePlay[]; fresh: ReadonlySet<RowKey> }) {
  const [board] = useActiveBoard()
  return (
    <PlayList
      rows={playRowsOf(plays, board, fresh)}
      foot={({ play, createdAt, isFresh, unranked }) => (
        <>
          <span className="mute inline-flex items-center gap-1.5 whitespace-nowrap text-xs">
            <PlaceOfPlay play={play} board={board} />
            <ChangeOfPlay play={play} board={board} />
            <Time at={createdAt} format="short" />
            <FreshMark fresh={isFresh} />
          </span>
          {unranked}
        </>
      )}
      columns={[
        chartColumn(),
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

/** One row a chart. `bests`: null while loading. */
export function BestRows({ bests }: { bests: readonly PlayerBest[] | null }) {
  return (
    <PlayList
      rows={bests?.map((best) => ({ ...best, ranked: best.rank !== null })) ?? null}
      foot={({ rank, rankBefore, createdAt }) => (
        <>
          <PlaceChange rank={rank} before={rankBefore} />
          <Time at={createdAt} format="short" className="mute text-xs" />
        </>
      )}
      columns={[
        chartColumn(),
        {
          head: 'Place',
          width: 'w-28',
          cell: ({ rank, rankBefore }) => <PlaceChange rank={rank} before={rankBefore} />,
        },
        gradeColumn('w-20'),
        scoreColumn('w-24'),
        timeColumn('w-28', 'Date', 'short'),
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
