import type { PackMark } from '@stepledger/contracts/http/marks.ts'
import { useActiveBoard } from '../leaderboard/use-active-board.ts'
import { progressText } from './progress-text.ts'

/** What the viewer has achieved of a pack; nothing before a first play of it. */
export function PackProgress({ mark }: { mark: PackMark | undefined }) {
  const [board] = useActiveBoard()
  if (!mark || mark.played === 0) return null
  return <span>{progressText(mark, board)}</span>
}
