import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'help', page: async () => (await import('./help-page.tsx')).HelpPage },
]
