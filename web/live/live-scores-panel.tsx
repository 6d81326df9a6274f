import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { type ReactNode, useMemo } from 'react'
import { entryOf } from '../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../parts/leaderboard/use-active-board.ts'
import { Empty } from '../ui/empty.tsx'
import { ActiveBoardToggle } from '../ui/leaderboard-toggle.tsx'
import { Panel } from '../ui/panel.tsx'
import { HeldScores, LiveList } from './live-list.tsx'
import { useArrivals } from './use-arrivals.ts'

interface Props {
  /** Identifies the list: another one begins without arrivals. */
  readonly list: string
  readonly plays: readonly RecentPlay[]
  /** Title of the empty state. */
  readonly empty: string
  readonly className?: string
  readonly children: (plays: readonly RecentPlay[], fresh: ReadonlySet<string | number>) => ReactNode
}

const keyOf = (play: RecentPlay) => play.playId

export function LiveScoresPanel({ list, plays, empty, className, children }: Props) {
  const [board] = useActiveBoard()
  const onBoard = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const arrivals = useArrivals(list, onBoard, keyOf)
  return (
    <Panel
      title="Recent Scores"
      className={className}
      area={arrivals.area}
      aside={
        <>
          <HeldScores arrivals={arrivals} />
          <ActiveBoardToggle />
        </>
      }
    >
      <LiveList arrivals={arrivals}>
        {arrivals.rows.length === 0 ? <Empty title={empty} /> : children(arrivals.rows, arrivals.fresh)}
      </LiveList>
    </Panel>
  )
}
