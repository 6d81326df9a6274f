import { getCompetitionPlayer, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import { getPlayer, getPlayerActivity, getPlayerGrades } from '@stepledger/contracts/http/players.ts'
import { getHeadToHead } from '@stepledger/contracts/http/rivals.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { Prefetch } from '../../api/prefetch.ts'
import type { PageAddress, PageRoute } from '../../app/page-route.ts'
import { filtersFrom, queryOf } from './filters.ts'
import { latestCompetition } from './latest-competition.ts'
import { viewFrom } from './scores-tab.ts'

const page = async () => (await import('./profile-page.tsx')).ProfilePage

export const routes: readonly PageRoute[] = [
  { path: 'user/:userId', page, readsFirst: readProfile },
  {
    path: 'user/:userId/sessions',
    page: async () => (await import('./sessions-page.tsx')).SessionsPage,
  },
  { path: 'user', needsSession: true, page, readsFirst: readProfile },
]

/** All that the page waits for. Other lists than the recent plays come with the page. */
function readProfile(prefetch: Prefetch, { params: { userId }, search, board, viewer }: PageAddress): void {
  const known = playerId.safeParse(userId ?? viewer)
  if (!known.success) return
  const id = known.data
  const params = { id }
  const { tab } = viewFrom(search)
  if (tab === 'recent') void prefetch(getPlayer, { params, query: queryOf(filtersFrom(search), board) })
  void prefetch(getPlayerActivity, { params })
  void prefetch(getPlayerGrades, {
    params,
    query: { leaderboard: board, list: tab === 'firsts' ? 'firsts' : 'best' },
  })
  void prefetch(listPlaySessions, { params })
  if (viewer !== null && viewer !== id)
    void prefetch(getHeadToHead, { params, query: { leaderboard: board, limit: 1 } })
  void prefetch(listCompetitions, {}).then((list) => {
    const competition = latestCompetition(list?.events ?? [])
    if (competition) void prefetch(getCompetitionPlayer, { params: { slug: competition.slug, id } })
  })
}
