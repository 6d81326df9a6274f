import { getHome } from '@stepledger/contracts/http/home.ts'
import { listOwnCompetitions } from '@stepledger/contracts/http/participation.ts'
import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: '',
    page: async () => (await import('./home-page.tsx')).HomePage,
    readsFirst: (prefetch, { viewer, board }) => {
      prefetch(getHome, {})
      if (viewer !== null) prefetch(listOwnCompetitions, { query: { leaderboard: board } })
    },
  },
]
