import { latestRules, type PublishedRules } from '../../platform/ledger/published-rules.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Throws CommandFailedError. */
export async function requireRulesInForce({ ledger }: Pick<Store, 'ledger'>): Promise<PublishedRules> {
  const inForce = await latestRules(ledger)
  if (!inForce) throw new CommandFailedError('This ledger has no rules yet: start a server on it first')
  return inForce
}
