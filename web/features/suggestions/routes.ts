import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'what-to-play',
    needsSession: true,
    page: async () => (await import('./suggestions-page.tsx')).SuggestionsPage,
  },
]
