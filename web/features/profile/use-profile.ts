import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { getPlayer, type ProfilePage } from '@stepledger/contracts/http/players.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readKey, useRead } from '../../api/use-call.ts'
import { patchPage } from '../../live/patch-page.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { useTopic } from '../../live/use-topic.ts'
import { type Filters, queryOf } from './filters.ts'
import { showsNewPlay, withNewPlay, withoutGonePlay } from './patch-profile.ts'

/**
 * A player with the recent plays that the filters let through, kept live: a pushed play that surely belongs on the page
 * is shown at once, for the others it is fetched again. The last answer stays while the next one is on its way.
 */
export function useProfile(playerId: string, filters: Filters, board: BoardName) {
  const queries = useQueryClient()
  const input = { params: { id: playerId }, query: queryOf(filters, board) }
  const invalidate = (refetchType: 'active' | 'none') =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === getPlayer.name,
      refetchType,
    })
  const refetch = useThrottled(() => invalidate('active'))
  const patch = (change: (page: ProfilePage) => ProfilePage) =>
    patchPage<ProfilePage>(queries, readKey(getPlayer, input), change, refetch)
  useTopic(
    `player:${playerId}`,
    (message) => {
      if (message.type === 'play' && showsNewPlay(filters, message.play)) {
        patch((page) => withNewPlay(page, message.play))
        // The other pages have moved on by a row: they are fetched when somebody turns to them.
        return invalidate('none')
      }
      if (message.type === 'withdrawn') patch((page) => withoutGonePlay(page, message.playId))
      refetch()
    },
    refetch,
  )

  const read = useRead(getPlayer, input, { keepPrevious: true })
  const [last, setLast] = useState(read.data)
  if (read.data !== undefined && read.data !== last) setLast(read.data)
  return {
    player: read.data ?? last,
    error: read.error,
    loading: read.isPlaceholderData,
    retry: () => void read.refetch(),
  }
}
