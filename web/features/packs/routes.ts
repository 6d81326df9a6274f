import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'packs', page: async () => (await import('./packs-page.tsx')).PacksPage },
]
