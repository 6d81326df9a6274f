import { getPlaySession, getRivalsPassed } from '@stepledger/contracts/http/play-sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { useTopic } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'

const reads: readonly unknown[] = [getPlaySession.name, getRivalsPassed.name]

/**
 * The session of a play on the active board, refetched when its player plays, and the rivals passed in it if the player
 * is the viewer.
 */
export function usePlaySession(id: string) {
  const [board] = useActiveBoard()
  const viewer = useUser()
  const queries = useQueryClient()
  const input = { params: { id }, query: { leaderboard: board } }
  const session = useRead(getPlaySession, input, { keepPrevious: true })
  const player = session.data?.user.id
  const own = player !== undefined && player === viewer?.id
  const rivals = useRead(getRivalsPassed, input, { enabled: own, keepPrevious: true })
  const refetch = useThrottled(
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => reads.includes(queryKey[1]) }),
  )
  useTopic(player === undefined ? null : `player:${player}`, refetch, refetch)
  return { session, rivals, own }
}
