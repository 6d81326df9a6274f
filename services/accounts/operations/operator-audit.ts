import { type QueryExecutorProvider, sql } from 'kysely'
import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Push } from '../../platform/push/push.ts'
import type { AccountsDatabase } from '../tables.ts'
import { type ActingOperator, idOfOperator, type SignedInOperator } from './operators.ts'

/**
 * Records an action of an operator, in the transaction of the action where there is one: in the history of the affected
 * player, without the operator's name, and in the outbox of the ledger (deliver-operator-actions.ts). `by`: null if
 * unknown.
 */
export async function insertOperatorAuditEntry(
  db: QueryExecutorProvider,
  { playerId = null, what, details = {} }: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
): Promise<void> {
  await sql`INSERT INTO accounts.audit (at, player_id, by, what, details)
    SELECT now(), ${playerId}::uuid, 'operator', ${what}, ${JSON.stringify(details)}
    WHERE ${playerId}::uuid IS NULL OR EXISTS (SELECT FROM accounts.public_players WHERE id = ${playerId}::uuid)`.execute(
    db,
  )
  const operator = by && ('id' in by ? by.id : await idOfOperator(db, by))
  await sql`INSERT INTO accounts.operator_actions (at, operator, what, player_id, details, reason)
    VALUES (now(), ${operator}::uuid, ${what}, ${playerId}::uuid, ${JSON.stringify(details)},
      ${by?.reason ?? null})`.execute(db)
}

/** Notifies the page of operators. */
export const auditChanged = { kind: 'operations', about: 'audit' } as const

/** Records an action in the audit log, and notifies the page of operators. */
export async function recordOperatorAction(
  { db, push }: { readonly db: AccountsDatabase; readonly push: Pick<Push, 'publish'> },
  entry: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
): Promise<void> {
  await insertOperatorAuditEntry(db, entry, by)
  push.publish(auditChanged)
}
