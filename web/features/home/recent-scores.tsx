import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { ReactNode } from 'react'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { LiveScoresPanel } from '../../live/live-scores-panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'

interface Props {
  readonly plays: readonly RecentPlay[]
  /** The leaderboard toggle. */
  readonly toggle: ReactNode
  readonly className: string
}

/** The latest plays on the active board. */
export function RecentScores({ plays, toggle, className }: Props) {
  const [board] = useActiveBoard()
  return (
    <LiveScoresPanel
      list="home"
      plays={plays}
      board={board}
      toggle={toggle}
      empty="No recent scores available"
      className={className}
    >
      {(rows, fresh) => <RecentPlays plays={rows} fresh={fresh} board={board} timeLabel="Time" />}
    </LiveScoresPanel>
  )
}
