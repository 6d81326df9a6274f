import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'leaderboards/overall', page: async () => (await import('./overall-page.tsx')).OverallPage },
  { path: 'events', page: async () => (await import('./events-page.tsx')).EventsPage },
  { path: 'event', page: async () => (await import('./current-event-page.tsx')).CurrentEventPage },
  { path: 'event/:slug', page: async () => (await import('./competition-page.tsx')).CompetitionPage },
]
