import { type QueryExecutorProvider, sql } from 'kysely'

/** An action of an operator. */
export interface OperatorEntry {
  /** The affected account, if any. */
  readonly playerId: string | null
  /** In the past tense, shown to the player: 'Permission granted'. */
  readonly what: string
  /** Must not contain an alias or id of another account, as it would outlive that account's erasure. */
  readonly details?: Readonly<Record<string, string>>
}

/**
 * Inserts an operator's entry into the audit log, in the transaction of the action where there is one. Does nothing when
 * the player has no account.
 */
export async function insertOperatorAuditEntry(
  db: QueryExecutorProvider,
  { playerId, what, details = {} }: OperatorEntry,
): Promise<void> {
  await sql`INSERT INTO accounts.audit (at, player_id, by, what, details)
    SELECT now(), ${playerId}::uuid, 'operator', ${what}, ${JSON.stringify(details)}
    WHERE ${playerId}::uuid IS NULL OR EXISTS (SELECT FROM accounts.public_players WHERE id = ${playerId}::uuid)`.execute(
    db,
  )
}
