import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import {
  type OperatorActed,
  operatorActed,
  operatorActedKey,
} from '@stepledger/contracts/events/operator-acted.ts'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { OperatorEntry } from '../../platform/audit/operator-entry.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Push } from '../../platform/push/push.ts'
import type { AccountsDatabase } from '../tables.ts'
import { type ActingOperator, idOfOperator, type SignedInOperator } from './operators.ts'

/** Longer than an append takes. */
const lease = "interval '30 seconds'"
const batch = 20

/**
 * Appends the actions of operators that are in the outbox to the ledger, oldest first, each leased by one process at a
 * time. After a crash an event can be appended twice, with the same id; readers skip the second.
 */
export async function deliverOperatorActions({
  database: { pool },
  ledger,
  push,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly ledger: Pick<Ledger, 'append'>
  readonly push: Pick<Push, 'publish'>
}): Promise<void> {
  for (let delivered = batch; delivered === batch; ) {
    const { rows } = await pool.query(
      `update accounts.operator_actions set leased_until = now() + ${lease}
       where id in (
         select id from accounts.operator_actions where leased_until < now() order by at, id limit $1
         for update skip locked)
       returning id, at, operator, what, player_id, details, reason`,
      [batch],
    )
    const due = queuedActions.parse(rows).sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const { id, at, operator, what, player_id: player, details, reason } of due) {
      const data: OperatorActed['data'] = { operator, what, player, details, reason }
      const event = { id, at: at.getTime(), key: operatorActedKey, data }
      await ledger.append('rules', { key: operatorActedKey, bytes: encodeEvent(operatorActed, event) })
      await pool.query('delete from accounts.operator_actions where id = $1', [id])
    }
    delivered = due.length
    if (delivered > 0) push.publish(auditChanged)
  }
}

const everyMs = 10_000

/** Background work that appends what a command could not, because the ledger was unavailable. */
export function operatorActionsWork(deps: Parameters<typeof deliverOperatorActions>[0]) {
  return async (): Promise<number> => {
    await deliverOperatorActions(deps)
    return everyMs
  }
}

/** Rows of accounts.operator_actions: actions of operators that are not on the ledger yet. */
export const queuedActions = z.array(
  z.object({
    id: z.string(),
    at: z.date(),
    operator: z.string().nullable(),
    what: z.string(),
    player_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    reason: z.string().nullable(),
  }),
)

/**
 * Records an action of an operator, in the transaction of the action where there is one: in the history of the affected
 * player, without the operator's name, and in the outbox of the ledger. `by`: null if unknown.
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
