import type { Log } from '../platform/database/log.ts'
import type { Engine } from '../platform/engine.ts'
import { rulesInForce } from '../platform/ledger/rules-in-force.ts'
import { ensureLiveGeneration } from './generation.ts'
import { type Projector, startProjector } from './projector.ts'

/** The projector service: the live generation, made if there is none, then kept current. The ledger must have been founded. */
export async function runProjector({ database, ledger, push }: Engine, log: Log): Promise<Projector> {
  const inForce = await rulesInForce(ledger)
  if (!inForce) throw new Error('The ledger has not been founded')
  const generation = await ensureLiveGeneration(database, inForce)
  return startProjector({ database, ledger, push, generation, log })
}
