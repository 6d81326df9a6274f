import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'play/:playId?', page: async () => (await import('./play-page.tsx')).PlayPage },
]
