import { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import {
  getPlayerActivity,
  getPlayerGrades,
  listPlayerBests,
} from '@stepledger/contracts/http/player-home.ts'
import { getProgress } from '@stepledger/contracts/http/progress.ts'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'

/** The reads that a new play of the player changes, beside the plays themselves. */
export const homeRoutes = [getPlayerActivity, getPlayerGrades, listPlayerBests, listPlaySessions, getProgress]

/**
 * What a player has played, the latest sessions, and the grades of the active board. The grades of the last board
 * stay while others load.
 */
export function usePlayerHome(playerId: string) {
  const [board] = useActiveBoard()
  const params = { id: playerId }
  const activity = useRead(getPlayerActivity, { params })
  const grades = useRead(getPlayerGrades, { params, query: { leaderboard: board } }, { keepPrevious: true })
  const sessions = useRead(listPlaySessions, { params })
  const waiting = [activity, sessions, grades].some(({ isLoading }) => isLoading)
  return { activity, sessions, grades, waiting }
}
