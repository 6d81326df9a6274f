import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'leaderboards/overall', page: async () => (await import('./overall-page.tsx')).OverallPage },
]
