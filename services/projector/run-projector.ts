import type { Engine } from '../platform/engine.ts'
import { rulesPublishedLast } from '../platform/ledger/published-rules.ts'
import type { Log } from '../platform/log/log.ts'
import { chooseFollower } from '../platform/rankings/choose-follower.ts'
import { ensureLiveGeneration } from './generation.ts'
import { type GenerationManager, type GenerationOptions, manageGenerations } from './manage-generations.ts'

export type Projector = GenerationManager

/** Without a word of Redis boards are left as they are. */
export type ProjectorGround = Pick<Engine, 'database' | 'ledger' | 'push'> & Partial<Pick<Engine, 'redis'>>

/**
 * The projector service: makes the first generation if there is none, then keeps the live one current and builds the
 * next one. The ledger must have been founded. Beside it, where there is a Redis, boards are kept there. Throws
 * WrongLedgerError, NewerCodeError.
 */
export async function runProjector(
  { database, ledger, push, redis }: ProjectorGround,
  log: Log,
  options: GenerationOptions = {},
): Promise<Projector> {
  const inForce = await rulesPublishedLast(ledger)
  if (!inForce) throw new Error('The ledger has not been founded')
  await ensureLiveGeneration(database, inForce)
  const manager = await manageGenerations({ database, ledger, push }, log, options)
  const boards = redis === undefined ? null : await chooseFollower({ database, push, redis }, log)
  return {
    async stop() {
      await manager.stop()
      await boards?.stop()
    },
  }
}
