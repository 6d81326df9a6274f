import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Push } from '../../platform/push/push.ts'
import type { AccountsDatabase } from '../tables.ts'
import { insertOperatorAuditEntry } from './operator-audit.ts'
import type { ActingOperator, SignedInOperator } from './operators.ts'

/** Records an action in the audit log, and notifies the page of operators. */
export async function recordOperatorAction(
  { db, push }: { readonly db: AccountsDatabase; readonly push: Pick<Push, 'publish'> },
  entry: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
): Promise<void> {
  await insertOperatorAuditEntry(db, entry, by)
  push.publish({ kind: 'operations', about: 'audit' })
}
