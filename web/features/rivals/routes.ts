import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'rivals', needsSession: true, page: async () => (await import('./rivals-page.tsx')).RivalsPage },
  {
    path: 'rivals/:userId',
    needsSession: true,
    page: async () => (await import('./head-to-head-page.tsx')).HeadToHeadPage,
  },
]
