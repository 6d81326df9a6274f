import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'data', page: async () => (await import('./data-page.tsx')).DataPage },
]
