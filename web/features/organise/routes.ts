import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'events/new',
    needsSession: true,
    page: async () => (await import('./new-event-page.tsx')).NewEventPage,
  },
  {
    path: 'events/drafts/:id',
    needsSession: true,
    page: async () => (await import('./draft-page.tsx')).DraftPage,
  },
  {
    path: 'event/:slug/organise',
    needsSession: true,
    page: async () => (await import('./organise-page.tsx')).OrganisePage,
  },
]
