import type { ChartCounts } from '@stepledger/projections/scoring/chart-counts.ts'
import { lookUpCache } from '../platform/memory/look-up-cache.ts'
import type { Push } from '../platform/push/push.ts'

type CountsOf = (chart: string) => Promise<readonly ChartCounts[]>

/** Charts whose counts are kept. */
const mostKept = 10_000

/** How long they are kept at most, ms. They are dropped when a pack changes: this bounds what a lost notice costs. */
const keptMs = 60_000

/** What charts may hold, read once for the plays of a chart, and again when a pack has changed. */
export function chartCountsCache(read: CountsOf, push: Pick<Push, 'subscribe'>): CountsOf {
  const counts = lookUpCache<readonly ChartCounts[]>(mostKept, keptMs, () => true)
  push.subscribe((notice) => {
    const packsChanged = notice.kind === 'folded' && notice.packs.length > 0
    if (packsChanged || notice.kind === 'switched') counts.forgetAll()
  }, counts.forgetAll)
  return async (chart) => (await counts.get(chart, () => read(chart))) ?? []
}
