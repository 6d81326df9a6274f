import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import type { RowKey } from '../../live/arrivals.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { ChartCell } from '../../ui/chart-cell.tsx'
import { countText } from '../../ui/count-text.ts'
import { Table } from '../../ui/lists/table.tsx'
import { PlayCard } from '../../ui/play-card.tsx'
import { gradeColumn, playRowsOf, scoreColumn, timeColumn } from '../../ui/play-cells.tsx'
import { Time } from '../../ui/time.tsx'
import { UnrankedTag } from '../../ui/unranked-tag.tsx'
import { useWide } from '../../ui/use-wide.ts'

interface Props {
  readonly plays: readonly ProfilePlay[]
  readonly fresh: ReadonlySet<RowKey>
}

/** One player's plays, as a table or as cards, with place and change on the active board. */
export function PlayRows({ plays, fresh }: Props) {
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
