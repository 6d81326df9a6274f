import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import type { BoardName } from '../../leaderboard/board-name.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { useTopic } from '../../live/use-topic.ts'
import { type Filters, queryOf } from './filters.ts'

/** A player with the recent plays that the filters let through, kept live. The last answer stays while the next one is on its way. */
export function useProfile(playerId: string, filters: Filters, board: BoardName) {
  const queries = useQueryClient()
  const refetch = useThrottled(
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === getPlayer.name }),
  )
  useTopic(`player:${playerId}`, refetch, refetch)

  const read = useRead(
    getPlayer,
    { params: { id: playerId }, query: queryOf(filters, board) },
    { keepPrevious: true },
  )
  const [last, setLast] = useState(read.data)
  if (read.data !== undefined && read.data !== last) setLast(read.data)
  return {
    player: read.data ?? last,
    error: read.error,
    loading: read.isPlaceholderData,
    retry: () => void read.refetch(),
  }
}
