import { accessDatabase } from '../../accounts/operations/access-tables.ts'
import { insertOperatorAuditEntry, type OperatorEntry } from '../../accounts/operations/operator-audit.ts'
import type { Store } from '../store.ts'

/** Records what the operator of this command did, for `ledger audit`. */
export async function recordAction(
  { database, push, operator }: Pick<Store, 'database' | 'push' | 'operator'>,
  entry: OperatorEntry,
): Promise<void> {
  await insertOperatorAuditEntry(accessDatabase(database), entry, operator)
  push.publish({ kind: 'operations', about: 'audit' })
}
