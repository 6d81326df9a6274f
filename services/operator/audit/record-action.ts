import { insertOperatorAuditEntry } from '../../accounts/operations/operator-audit.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import type { OperatorEntry } from '../../platform/audit/record-action.ts'
import type { Store } from '../store.ts'

/** Records what the operator of this command did, for `ledger audit`. */
export async function recordAction(
  { database, push, operator }: Pick<Store, 'database' | 'push' | 'operator'>,
  entry: OperatorEntry,
): Promise<void> {
  await insertOperatorAuditEntry(accountsDatabase(database), entry, operator)
  push.publish({ kind: 'operations', about: 'audit' })
}
