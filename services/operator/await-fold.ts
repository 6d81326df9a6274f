import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { awaitLive } from './await-live.ts'
import type { Store } from './store.ts'

/** Waits until the live generation has folded this position; see awaitLive. */
export function awaitFold(
  store: Pick<Store, 'database' | 'server'>,
  { partition, offset }: Position,
  signal: AbortSignal,
): Promise<boolean> {
  return awaitLive(store, signal, async ({ id }) => {
    const next = await readCheckpoints(store.database.pool, id)
    return (next[partition] ?? 0) > offset
  })
}
