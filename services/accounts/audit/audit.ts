import type { AccountsDatabase } from '../tables.ts'

/** What is written down of an account: what changed, never the secret itself. */
export interface AuditEntry {
  readonly at: Date
  /** Whose account, and who did it. What operators do: accounts/operations/operator-audit.ts. */
  readonly playerId: string
  /** In the past tense, for its owner to read: 'Password changed'. */
  readonly what: string
  /** What it was about: the name of a passkey, an alias. */
  readonly details?: Readonly<Record<string, string>>
}

/** Writes an entry of the audit log, in the transaction of what it tells of. */
export async function noteInAudit(
  db: AccountsDatabase,
  { at, playerId, what, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('accounts.audit')
    .values({ at, player_id: playerId, by: 'player', what, details: JSON.stringify(details) })
    .execute()
}
