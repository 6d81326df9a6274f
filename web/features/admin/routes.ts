import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'admin', needsSession: true, page: async () => (await import('./admin-page.tsx')).AdminPage },
]
