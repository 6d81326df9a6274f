import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { lookUpCache } from '../platform/memory/look-up-cache.ts'
import type { Push } from '../platform/push/push.ts'

type CountsOf = (chart: string) => Promise<readonly ChartCounts[]>

const maxCharts = 10_000

/** Time to live, ms. A notice invalidates the cache when a pack changes; this bounds staleness after a lost notice. */
const ttlMs = 60_000

/** Caches the possible note counts of charts; invalidated when a pack changes. */
export function chartCountsCache(read: CountsOf, push: Pick<Push, 'subscribe'>): CountsOf {
  const counts = lookUpCache<readonly ChartCounts[]>(maxCharts, ttlMs, () => true)
  push.subscribe((notice) => {
    const packsChanged = notice.kind === 'folded' && notice.packs.length > 0
    if (packsChanged || notice.kind === 'switched') counts.forgetAll()
  }, counts.forgetAll)
  return async (chart) => (await counts.get(chart, () => read(chart))) ?? []
}
