import { type QueryExecutorProvider, sql } from 'kysely'

/** What an operator did. */
export interface OperatorEntry {
  /** Whose account it was about. Null: nobody's. */
  readonly playerId: string | null
  /** In the past tense, for the player to read: 'Permission granted'. */
  readonly what: string
  /** What it was about. Of another's account nothing that would outlive its erasure: no alias, no id. */
  readonly details?: Readonly<Record<string, string>>
}

/**
 * Writes an entry of the audit log in the name of the operator, in the transaction of what it tells of, where there is
 * one. Nothing where the player has no account, or none any more.
 */
export async function noteOperator(
  db: QueryExecutorProvider,
  { playerId, what, details = {} }: OperatorEntry,
): Promise<void> {
  await sql`INSERT INTO accounts.audit (at, player_id, by, what, details)
    SELECT now(), ${playerId}::uuid, 'operator', ${what}, ${JSON.stringify(details)}
    WHERE ${playerId}::uuid IS NULL OR EXISTS (SELECT FROM accounts.public_players WHERE id = ${playerId}::uuid)`.execute(
    db,
  )
}
