import { getPlay, getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'play/:playId?',
    page: async () => (await import('./play-page.tsx')).PlayPage,
    readsFirst: (prefetch, { params: { playId } }) => {
      if (playId === undefined || !numericIdText.safeParse(playId).success) return
      const play = { params: { id: playId } }
      void prefetch(getPlay, play)
      void prefetch(getPlayStandings, play)
    },
  },
]
