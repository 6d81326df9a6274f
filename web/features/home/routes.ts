import { getHome } from '@stepledger/contracts/http/home.ts'
import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: '',
    page: async () => (await import('./home-page.tsx')).HomePage,
    readsFirst: (prefetch) => void prefetch(getHome, {}),
  },
]
