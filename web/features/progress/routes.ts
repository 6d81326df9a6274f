import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'user/:userId/progress',
    page: async () => (await import('./progress-page.tsx')).ProgressPage,
  },
]
