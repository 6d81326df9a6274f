import { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import {
  getPlayer,
  getPlayerActivity,
  getPlayerGrades,
  getProgress,
  listPlayerBests,
  meterRange,
  type ProfilePage,
} from '@stepledger/contracts/http/players.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readKey, useRead, useRefetch } from '../../api/use-call.ts'
import { patchPage, withoutPlay, withPlay } from '../../live/patch-page.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { type Filters, queryOf, type ScoresTab } from './filters.ts'

/**
 * A player with filtered recent plays, kept live: a pushed play that belongs on the page is added to the cache, other
 * changes refetch. The previous answer stays while the next one loads.
 */
export function useProfile(playerId: string, filters: Filters) {
  const [board] = useActiveBoard()
  const queries = useQueryClient()
  const input = { params: { id: playerId }, query: queryOf(filters, board) }
  const refetchReads = useRefetch()
  const refetch = useThrottled(() => void refetchReads([getPlayer]))
  const refetchHome = useThrottled(() => void refetchReads(homeRoutes))
  const patch = (change: (page: ProfilePage) => ProfilePage) =>
    patchPage<ProfilePage>(queries, readKey(getPlayer, input), change, refetch)
  useTopic(
    `player:${playerId}`,
    (message) => {
      refetchHome()
      if (message.type === 'play' && showsNewPlay(filters, message.play)) {
        patch((page) => withNewPlay(page, message.play))
        // The other pages have shifted by a row; they are refetched when visited.
        return void queries.invalidateQueries({ queryKey: readKey(getPlayer), refetchType: 'none' })
      }
      if (message.type === 'withdrawn') patch((page) => withoutWithdrawnPlay(page, message.playId))
      refetch()
    },
    () => {
      refetch()
      refetchHome()
    },
  )

  const read = useRead(getPlayer, input, { keepPrevious: true })
  const [last, setLast] = useState(read.data)
  if (read.data !== undefined && read.data !== last) setLast(read.data)
  return { player: read.data ?? last, read }
}

/** The reads that a new play of the player changes, beside the plays themselves. */
const homeRoutes = [getPlayerActivity, getPlayerGrades, listPlayerBests, listPlaySessions, getProgress]

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

/** Whether a pushed play can be added to the current page without a request. */
export function showsNewPlay(filters: Filters, { chart: { meter } }: RecentPlay): boolean {
  const newestFirst = filters.sort === 'score' || (filters.sort === 'date' && filters.direction === 'desc')
  if (filters.page !== 1 || filters.search !== '' || !newestFirst) return false
  if (meter === null) return filters.includeUnknown
  const low = filters.min === meterRange.min || meter >= filters.min
  const high = filters.max === meterRange.max || meter <= filters.max
  return low && high
}

export function withNewPlay(page: ProfilePage, play: RecentPlay): ProfilePage {
  const { recentPlays, recentPlaysMeta: meta } = page
  const known = recentPlays.some(({ playId }) => playId === play.playId)
  const total = known ? meta.total : meta.total + 1
  const totalPages = Math.ceil(total / meta.limit)
  return {
    ...page,
    userHasSubmittedScore: true,
    recentPlays: withPlay(recentPlays, play, meta.limit),
    recentPlaysMeta: { ...meta, total, totalPages, hasNextPage: meta.page < totalPages },
  }
}

/** Removes a withdrawn play; the next fetch fills the gap. */
export function withoutWithdrawnPlay(page: ProfilePage, playId: number): ProfilePage {
  return { ...page, recentPlays: withoutPlay(page.recentPlays, playId) }
}
