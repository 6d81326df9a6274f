import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'user/:userId', page: async () => (await import('./profile-page.tsx')).ProfilePage },
  { path: 'user', needsSession: true, page: async () => (await import('./profile-page.tsx')).ProfilePage },
]
