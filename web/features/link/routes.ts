import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'link', needsSession: true, page: async () => (await import('./link-page.tsx')).LinkPage },
]
