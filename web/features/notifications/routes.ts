import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'notifications',
    needsSession: true,
    page: async () => (await import('./notifications-page.tsx')).NotificationsPage,
  },
]
