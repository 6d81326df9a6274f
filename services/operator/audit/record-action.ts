import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { deliverOperatorActions } from '../../accounts/operations/deliver-operator-actions.ts'
import { doAndRecord, recordOperatorAction } from '../../accounts/operations/operator-audit.ts'
import { idOfOperator } from '../../accounts/operations/operators.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'

/** Records what the operator of this command did, for `ledger audit`; before an append, which a crash may interrupt. */
export function recordAction({ database, push, operator }: Store, entry: OperatorEntry): Promise<void> {
  return recordOperatorAction({ db: accountsDatabase(database), push }, entry, operator)
}

/** Does an action in the database, and records what the operator of this command did; see doAndRecord. */
export function doRecorded<T>(
  { database, push, operator }: Store,
  what: string,
  act: () => Promise<T>,
  detailsOf: (done: T) => NonNullable<OperatorEntry['details']> | null,
): Promise<T> {
  return doAndRecord({ db: accountsDatabase(database), push }, what, operator, act, detailsOf)
}

/** The operator of this command, for an event that is an entry of the audit log itself. */
export async function actingOperator({ database, operator }: Store): Promise<ActedBy> {
  return { operator: await idOfOperator(accountsDatabase(database), operator), reason: operator.reason }
}

const deadlineMs = 10_000

/** Appends what was recorded to the ledger. Never throws: a server appends the rest. */
export async function deliverActions(
  store: Store,
  { printStderr }: Pick<Output, 'printStderr'>,
): Promise<void> {
  try {
    await withDeadline(deadlineMs, deliverOperatorActions(store), 'appending to the audit log')
  } catch {
    printStderr('The entry of the audit log is queued: a server appends it when the ledger answers.')
  }
}
