import type { Log } from '../platform/database/log.ts'
import type { Engine } from '../platform/engine.ts'
import { rulesInForce } from '../platform/ledger/rules-in-force.ts'
import { ensureLiveGeneration } from './generation.ts'
import { type Keeper, type KeeperOptions, keepGenerations } from './keep-generations.ts'

export type Projector = Keeper

/**
 * The projector service: makes the first generation if there is none, then keeps the live one current and builds the next one. The ledger
 * must have been founded. Throws WrongLedgerError, NewerCodeError.
 */
export async function runProjector(
  { database, ledger, push }: Pick<Engine, 'database' | 'ledger' | 'push'>,
  log: Log,
  options: KeeperOptions = {},
): Promise<Projector> {
  const inForce = await rulesInForce(ledger)
  if (!inForce) throw new Error('The ledger has not been founded')
  await ensureLiveGeneration(database, inForce)
  return keepGenerations({ database, ledger, push }, log, options)
}
