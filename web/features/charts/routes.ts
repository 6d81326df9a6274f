import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'charts', page: async () => (await import('./charts-page.tsx')).ChartsPage },
]
