import { recordOperatorAction } from '../../accounts/operations/record-operator-action.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Store } from '../store.ts'

/** Records what the operator of this command did, for `ledger audit`. */
export function recordAction(
  { database, push, operator }: Pick<Store, 'database' | 'push' | 'operator'>,
  entry: OperatorEntry,
): Promise<void> {
  return recordOperatorAction({ db: accountsDatabase(database), push }, entry, operator)
}
