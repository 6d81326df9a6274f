import { getHeadToHead } from '@stepledger/contracts/http/head-to-head.ts'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { useActiveBoard } from '../leaderboard/use-active-board.ts'

/** The viewer and another player on the active board. Disabled for visitors and on the own profile. */
export function useHeadToHead(id: string) {
  const user = useUser()
  const [board] = useActiveBoard()
  const enabled = user !== null && user.id !== id
  const query = { leaderboard: board, limit: 1 }
  const read = useRead(getHeadToHead, { params: { id }, query }, { enabled, keepPrevious: true })
  return { ...read, enabled }
}
