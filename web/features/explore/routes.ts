import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'data/explore', page: async () => (await import('./explore-page.tsx')).ExplorePage },
]
