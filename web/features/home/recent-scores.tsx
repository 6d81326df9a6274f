import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { type ReactNode, useMemo } from 'react'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { HeldScores, LiveList } from '../../live/live-list.tsx'
import { useArrivals } from '../../live/use-arrivals.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'

const keyOf = (play: RecentPlay) => play.playId

interface Props {
  readonly plays: readonly RecentPlay[]
  /** The leaderboard toggle. */
  readonly toggle: ReactNode
  readonly className: string
}

/** The latest plays on the active board, updated live. */
export function RecentScores({ plays, toggle, className }: Props) {
  const [board] = useActiveBoard()
  const onBoard = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const arrivals = useArrivals('home', onBoard, keyOf)
  return (
    <Panel
      title="Recent Scores"
      className={className}
      area={arrivals.area}
      aside={
        <>
          <HeldScores arrivals={arrivals} />
          {toggle}
        </>
      }
    >
      <LiveList arrivals={arrivals}>
        {arrivals.rows.length === 0 ? (
          <Empty title="No recent scores available" />
        ) : (
          <RecentPlays plays={arrivals.rows} fresh={arrivals.fresh} board={board} timeLabel="Time" />
        )}
      </LiveList>
    </Panel>
  )
}
