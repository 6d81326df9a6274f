import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { Empty } from '../../ui/empty.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly board: BoardName
}

/** The latest plays of the pack's charts. */
export function PackRecentScores({ plays, board }: Props) {
  const onBoard = plays.filter((play) => entryOf(play.leaderboards, board))
  if (onBoard.length === 0) return <Empty title="No recent scores" />
  return <RecentPlays plays={onBoard} board={board} timeLabel="Date" />
}
