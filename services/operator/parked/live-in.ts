import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { UnableError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** The live generation. Throws UnableError. */
export async function liveIn({ database }: Pick<Store, 'database'>): Promise<StoredGeneration> {
  const live = await readLiveGeneration(database)
  if (!live) throw new UnableError('There are no read models yet: nothing has been folded')
  return live
}
