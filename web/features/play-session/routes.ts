import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'session/:playId', page: async () => (await import('./play-session-page.tsx')).PlaySessionPage },
]
