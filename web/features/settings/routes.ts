import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'profile',
    needsSession: true,
    page: async () => (await import('./settings-page.tsx')).SettingsPage,
  },
]
