import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'privacy', page: async () => (await import('./privacy-page.tsx')).PrivacyPage },
]
