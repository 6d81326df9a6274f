import { meterRange, type ProfilePage } from '@stepledger/contracts/http/players.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { withoutPlay, withPlay } from '../../live/patch-plays.ts'
import type { Filters } from './filters.ts'

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
