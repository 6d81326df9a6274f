import { latestRules, type PublishedRules } from '../../platform/ledger/published-rules.ts'
import { rulesInForce } from '../../projector/generations/rules-in-force.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/**
 * The rules in force, and those published last, which differ after a rollback. Throws CommandFailedError.
 */
export async function requireRulesInForce({
  database,
  ledger,
}: Pick<Store, 'database' | 'ledger'>): Promise<PublishedRules & { readonly last: PublishedRules }> {
  const last = await latestRules(ledger)
  if (!last) throw new CommandFailedError('This ledger has no rules yet: start a server on it first')
  return { ...(await rulesInForce(database.pool, last)), last }
}
