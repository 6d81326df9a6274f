import { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import {
  getPlayerActivity,
  getPlayerGrades,
  listPlayerBests,
} from '@stepledger/contracts/http/player-home.ts'
import { getProgress } from '@stepledger/contracts/http/progress.ts'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import type { ScoresTab } from './scores-tab.ts'

/** The reads that a new play of the player changes, beside the plays themselves. */
export const homeRoutes = [getPlayerActivity, getPlayerGrades, listPlayerBests, listPlaySessions, getProgress]

/**
 * What a player has played, the latest sessions, and the grades of the active board: of the first places in their tab,
 * else of all bests. The last grades stay while others load.
 */
export function usePlayerHome(playerId: string, tab: ScoresTab) {
  const [board] = useActiveBoard()
  const params = { id: playerId }
  const activity = useRead(getPlayerActivity, { params })
  const grades = useRead(
    getPlayerGrades,
    { params, query: { leaderboard: board, list: tab === 'firsts' ? 'firsts' : 'best' } },
    { keepPrevious: true },
  )
  const sessions = useRead(listPlaySessions, { params })
  const waiting = [activity, sessions, grades].some(({ isLoading }) => isLoading)
  return { activity, sessions, grades, waiting }
}
