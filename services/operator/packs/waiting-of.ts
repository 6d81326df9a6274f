import {
  type WaitingOf,
  type WaitingSource,
  waitingSources,
} from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Store } from '../store.ts'

/** Maximum charts read: more than a pack has. */
const maxCharts = 100_000

/** Charts that wait for acceptance, of some packs or all. */
export async function waitingOf(
  { database, readModels }: Pick<Store, 'database' | 'readModels'>,
  of: WaitingOf,
): Promise<WaitingSource[]> {
  const live = await readLiveGeneration(database)
  return live ? waitingSources(readable(live, readModels), of, maxCharts) : []
}
