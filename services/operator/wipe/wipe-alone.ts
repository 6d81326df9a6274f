import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { withWipeLock } from '../../ingest/withdrawals/wipe-lock.ts'
import { LockHeldError } from '../../platform/database/with-lock.ts'
import { counted } from '../aligned.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'
import { foldedGeneration } from './folded-generation.ts'

interface Previewed {
  /** The number of plays that was confirmed. */
  readonly plays: number
  readonly signal: AbortSignal
  /** Counts the plays now. */
  readonly extentOf: (generation: GenerationDb) => Promise<WipeExtent>
}

/**
 * Runs `work` while no other wipe or reinstatement runs, if as many plays match as were confirmed. Throws
 * CommandFailedError.
 */
export async function wipeAlone<T>(
  store: Store,
  { plays, signal, extentOf }: Previewed,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withWipeLock(store.database, signal, async () => {
      const now = await extentOf(await foldedGeneration(store, signal))
      if (now.plays === plays) return work()
      throw new CommandFailedError(
        `${counted(now.plays, 'play')} match now instead of ${plays}. Nothing was done; run the command again`,
      )
    })
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new CommandFailedError(
      'Another wipe or reinstatement is running. Nothing was done; run the command again when it has ended',
      { cause: error },
    )
  }
}
