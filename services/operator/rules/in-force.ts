import { type RulesInForce, rulesInForce } from '../../platform/ledger/rules-in-force.ts'
import { UnableError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** The rules published last. Throws UnableError. */
export async function inForceIn({ ledger }: Pick<Store, 'ledger'>): Promise<RulesInForce> {
  const inForce = await rulesInForce(ledger)
  if (!inForce) throw new UnableError('This ledger has no rules yet: start a server on it first')
  return inForce
}
