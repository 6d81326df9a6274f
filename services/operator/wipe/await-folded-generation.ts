import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { awaitLive } from '../await-live.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/**
 * Waits until the live generation has folded everything that the ledger holds at the call, and returns it. Throws
 * CommandFailedError.
 */
export async function awaitFoldedGeneration(store: Store, signal: AbortSignal): Promise<GenerationDb> {
  const ends = await store.ledger.ends('events')
  if (!(await awaitFoldedUpTo(store, ends, signal)))
    throw new CommandFailedError(
      'The read models are behind the ledger, so the plays cannot be selected yet. Start the server, wait until "ledger status" shows no lag, and run the command again.',
    )
  const live = await readLiveGeneration(store.database)
  if (live?.codeVersion !== codeVersion)
    throw new CommandFailedError(
      'The read models were folded by another version of the code. Run the command again when the next generation is live ("ledger status").',
    )
  return readable(live, store.readModels)
}

/** Waits until the live generation has folded everything before these offsets. Returns false if it has not in time. */
export async function awaitFoldedUpTo(
  store: Pick<Store, 'database' | 'server'>,
  ends: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const isReached = async ({ id }: { readonly id: number }) => {
    const next = await readCheckpoints(store.database.pool, id)
    return ends.every((end, partition) => (next[partition] ?? 0) >= end)
  }
  const live = await readLiveGeneration(store.database)
  if (live && (await isReached(live))) return true
  return awaitLive(store, signal, isReached)
}
