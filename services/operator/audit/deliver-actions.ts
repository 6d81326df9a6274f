import { deliverOperatorActions } from '../../accounts/operations/deliver-operator-actions.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'

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
