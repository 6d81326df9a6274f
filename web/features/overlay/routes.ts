import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'overlay/event/:slug',
    bare: true,
    page: async () => (await import('./competition-overlay-page.tsx')).CompetitionOverlayPage,
  },
  { path: 'overlay/:userId', bare: true, page: async () => (await import('./overlay-page.tsx')).OverlayPage },
]
