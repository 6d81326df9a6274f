import { randomUUID } from 'node:crypto'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
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
  await queueAction(db, { playerId, what, details }, by, sql`'-infinity'`)
}

/**
 * Inserts an action into the outbox of the ledger, to be delivered from `until` on. Returns its id, which the statement
 * does not: the services that only insert may not read it.
 */
async function queueAction(
  db: QueryExecutorProvider,
  { playerId = null, what, details = {} }: OperatorEntry,
  by: ActingOperator | SignedInOperator | null,
  until: RawBuilder<unknown>,
): Promise<string> {
  const id = randomUUID()
  const operator = by && ('id' in by ? by.id : await idOfOperator(db, by))
  await sql`
    INSERT INTO accounts.operator_actions (id, at, operator, what, player_id, details, reason, leased_until)
    VALUES (${id}, now(), ${operator}::uuid, ${what}, ${playerId}::uuid, ${JSON.stringify(details)},
      ${by?.reason ?? null}, ${until})`.execute(db)
  return id
}

type Details = NonNullable<OperatorEntry['details']>

/**
 * Does an action in the database, and records it. The entry is stored before, so that a crash does not lose who acted: it
 * is then delivered after an hour, with an unknown outcome. An action that throws, or whose details are null, did nothing,
 * and leaves no entry.
 */
export async function doAndRecord<T>(
  { db, push }: { readonly db: AccountsDatabase; readonly push: Pick<Push, 'publish'> },
  what: string,
  by: ActingOperator | SignedInOperator | null,
  act: () => Promise<T>,
  detailsOf: (done: T) => Details | null,
): Promise<T> {
  const before = { what, details: { outcome: 'unknown' } }
  const id = await queueAction(db, before, by, sql`now() + interval '1 hour'`)
  let details: Details | null = null
  try {
    const done = await act()
    details = detailsOf(done)
    return done
  } finally {
    if (details === null) await sql`DELETE FROM accounts.operator_actions WHERE id = ${id}`.execute(db)
    else {
      const { numAffectedRows } = await sql`
        UPDATE accounts.operator_actions SET details = ${JSON.stringify(details)}, leased_until = '-infinity'
        WHERE id = ${id}`.execute(db)
      // Took more than an hour, and is on the ledger already.
      if (numAffectedRows === 0n) await queueAction(db, { what, details }, by, sql`'-infinity'`)
    }
    push.publish(auditChanged)
  }
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
