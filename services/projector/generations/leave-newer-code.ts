import { setLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockGenerations } from './create-generation.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationWithState, previousOf, readGenerations } from './generations.ts'
import { leadingCodeVersion } from './leading-projector.ts'
import { NewerCodeError } from './newer-code.ts'

/**
 * Goes back to an earlier release: if newer code folded the live generation and this code the one before, makes that one
 * live at once, and returns it. It is brought up to date when a projector of this release starts; one of the newer release
 * does not fold it (invariant 30). Null where this is not the case. Throws NewerCodeError while a projector runs.
 */
export async function leaveNewerCode(
  database: Database,
  codeVersion: number,
): Promise<GenerationWithState | null> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    const generations = await readGenerations(tx)
    const live = generations.find(({ state }) => state === 'live')
    const previous = previousOf(generations)
    if (!live || live.codeVersion <= codeVersion || previous?.codeVersion !== codeVersion) return null
    if ((await leadingCodeVersion({ pool: tx })) !== null)
      throw new NewerCodeError(
        `Generation ${live.id} was folded by version ${live.codeVersion} of the code, and a server runs: stop it before going back to version ${codeVersion}`,
      )
    await setLiveGeneration(tx, { from: live.id, to: previous.id })
    await tx.query('delete from projector.next')
    await notifyGenerationManager(tx)
    return previous
  })
}
