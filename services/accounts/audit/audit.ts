import type { AccountsDatabase } from '../tables.ts'

/** An entry of an account's audit log. Never contains secrets. */
interface AuditEntry {
  readonly at: Date
  /** The owner of the account, who made the change. For operators: accounts/operations/operator-audit.ts. */
  readonly playerId: string
  /** In the past tense, shown to the owner: 'Password changed'. */
  readonly what: string
  /** For example the name of a passkey, an alias. */
  readonly details?: Readonly<Record<string, string>>
}

/** Inserts an entry into the audit log, in the transaction of the change. */
export async function insertAuditEntry(
  db: AccountsDatabase,
  { at, playerId, what, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('accounts.audit')
    .values({ at, player_id: playerId, by: 'player', what, details: JSON.stringify(details) })
    .execute()
}
