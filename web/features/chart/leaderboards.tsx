import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Board } from './board.tsx'
import { dayFrom } from './history/day-of-board.ts'
import { DayPicker } from './history/day-picker.tsx'
import { PastBoard } from './history/past-board.tsx'
import { ReignsDisclosure } from './history/reigns.tsx'
import type { ChartReads } from './use-chart.ts'

interface Props extends Pick<ChartReads, 'boards' | 'firstPage' | 'places' | 'arrived'> {
  readonly hash: string
  readonly board: BoardName
  readonly page: number
  /** Whether the chart has any plays, ranked or not. */
  readonly played: boolean
  /** The leaderboard toggle. */
  readonly toggle: ReactNode
}

/** The active board of a chart, now or at the day that the address names, and its past. */
export function Leaderboards({ hash, board, page, played, toggle, ...reads }: Props) {
  const [search] = useSearchParams()
  const day = dayFrom(search, new Date())
  return (
    <Panel title="Leaderboards" aside={toggle}>
      {day === null ? (
        <BoardOfNow board={board} played={played} {...reads} />
      ) : (
        <PastBoard hash={hash} day={day} board={board} page={page} />
      )}
      {played && (
        <div className="border-t border-line">
          {day === null && (
            <div className="mute flex min-h-12 items-center border-b border-line px-4 py-1.5">
              <DayPicker day={null} label="The board as of" />
            </div>
          )}
          <ReignsDisclosure hash={hash} board={board} />
        </div>
      )}
    </Panel>
  )
}

function BoardOfNow({
  boards,
  firstPage,
  places,
  arrived,
  board,
  played,
}: Pick<Props, 'boards' | 'firstPage' | 'places' | 'arrived' | 'board' | 'played'>) {
  if (boards.data && !places.isLoading)
    return (
      <Board
        boards={boards.data.leaderboards}
        firstPage={firstPage}
        places={places.data?.places ?? []}
        board={board}
        played={played}
        arrived={new Set(arrived)}
      />
    )
  if (!boards.error) return <SkeletonRows rows={8} shape="board" />
  return (
    <ErrorBanner
      className="m-4"
      {...errorText(boards.error, 'Failed to load leaderboards')}
      onRetry={() => void boards.refetch()}
    />
  )
}
