import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { CommandFailedError } from './exit-codes.ts'
import type { Store } from './store.ts'

/** The live generation. Throws CommandFailedError. */
export async function requireLiveGeneration({
  database,
}: Pick<Store, 'database'>): Promise<StoredGeneration> {
  const live = await readLiveGeneration(database)
  if (!live) throw new CommandFailedError('There are no read models yet: nothing has been folded')
  return live
}
