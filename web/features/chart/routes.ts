import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'chart/:chartHash?', page: async () => (await import('./chart-page.tsx')).ChartPage },
]
