import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'pack/:id?', page: async () => (await import('./pack-page.tsx')).PackPage },
]
