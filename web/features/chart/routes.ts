import { getChart, getChartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import type { PageRoute } from '../../app/page-route.ts'
import { pageFrom } from '../../ui/page-window.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'chart/:chartHash?',
    page: async () => (await import('./chart-page.tsx')).ChartPage,
    readsFirst: (prefetch, { params, search }) => {
      const hash = chartHash.safeParse(params.chartHash?.toLowerCase())
      if (!hash.success) return
      const chart = { params: { hash: hash.data } }
      void prefetch(getChart, chart)
      void prefetch(getChartLeaderboards, { ...chart, query: { page: pageFrom(search.get('page')) } })
    },
  },
]
