import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'user/:userId', page: async () => (await import('./profile-page.tsx')).ProfilePage },
  {
    path: 'user/:userId/sessions',
    page: async () => (await import('./sessions-page.tsx')).SessionsPage,
  },
  { path: 'user', needsSession: true, page: async () => (await import('./profile-page.tsx')).ProfilePage },
]
