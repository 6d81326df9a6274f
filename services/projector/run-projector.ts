import type { Engine } from '../platform/engine.ts'
import { latestRules } from '../platform/ledger/published-rules.ts'
import type { Log } from '../platform/log/log.ts'
import { mirrorBoards } from './boards-in-redis.ts'
import { ensureLiveGeneration } from './generations/ensure-live-generation.ts'
import { type GenerationManager, type GenerationOptions, manageGenerations } from './manage-generations.ts'

export type Projector = Pick<GenerationManager, 'stop'>

/** Without `redis`, boards in Redis are not updated. */
type ProjectorDeps = Pick<Engine, 'database' | 'ledger' | 'push'> & Partial<Pick<Engine, 'redis'>>

/**
 * The projector service: creates the first generation if there is none, keeps the live one current, builds the next one,
 * and mirrors boards to Redis if configured. The ledger must be initialised. Throws WrongLedgerError, NewerCodeError.
 */
export async function runProjector(
  { database, ledger, push, redis }: ProjectorDeps,
  log: Log,
  options: GenerationOptions = {},
): Promise<Projector> {
  const inForce = await latestRules(ledger)
  if (!inForce) throw new Error('The ledger is not initialised')
  await ensureLiveGeneration(database, inForce)
  const manager = await manageGenerations({ database, ledger, push }, log, options)
  if (!manager.leads()) reportOtherLeader(log, redis !== undefined && redis !== null)
  const boards = redis === undefined ? null : await mirrorBoards({ database, push, redis }, log)
  return {
    async stop() {
      await manager.stop()
      await boards?.stop()
    },
  }
}

function reportOtherLeader(log: Log, hasRedis: boolean): void {
  const found = 'Another process leads the projectors of this database, and this one takes over when it ends'
  if (hasRedis) log.info(found)
  else
    log.warn(
      `${found}. Without REDIS_URL it gets no notices from that one: its pages are up to 30 s old, and open ones do not follow`,
    )
}
