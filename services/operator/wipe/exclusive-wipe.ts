import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { withWipeLock } from '../../ingest/withdrawals/wipe-lock.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import { counted } from '../format-text.ts'
import type { Store } from '../store.ts'
import { awaitFoldedGeneration } from './await-folded-generation.ts'

interface Previewed {
  /** The number of plays that was confirmed. */
  readonly plays: number
  readonly signal: AbortSignal
  readonly extentOf: (generation: GenerationDb) => Promise<WipeExtent>
}

/**
 * Runs `work` on the live generation while no other wipe or reinstatement runs, if as many plays match as were confirmed.
 * Throws CommandFailedError.
 */
export async function withExclusiveWipe<T>(
  store: Store,
  { plays, signal, extentOf }: Previewed,
  work: (generation: GenerationDb) => Promise<T>,
): Promise<T> {
  return failIfLocked(
    'Another wipe or reinstatement is running. Nothing was done; run the command again when it has ended',
    withWipeLock(store.database, async () => {
      const generation = await awaitFoldedGeneration(store, signal)
      const now = await extentOf(generation)
      if (now.plays === plays) return work(generation)
      throw new CommandFailedError(
        `${counted(now.plays, 'play')} match now instead of ${plays}. Nothing was done; run the command again`,
      )
    }),
  )
}
