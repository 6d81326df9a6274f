import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase, PasskeyRow } from '../tables.ts'

/**
 * Records the use of a passkey with its signature counter. Returns false when the passkey was deleted, or its counter did
 * not increase, as with a cloned one. The counter of synced passkeys stays 0. A single statement, so of two concurrent
 * uses of one counter the second fails.
 */
export async function advanceCounter(
  db: AccountsDatabase,
  passkeyId: string,
  counter: number,
  at: Date,
): Promise<boolean> {
  const moved = await db
    .updateTable('accounts.passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', passkeyId)
    .where((row) =>
      row.or([row('counter', '<', counter), ...(counter === 0 ? [row('counter', '=', 0)] : [])]),
    )
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Records a counter regression in the owner's audit log. Returns false when the passkey was deleted. */
export async function auditCounterRegression({ db, now }: Accounts, { id }: PasskeyRow): Promise<boolean> {
  const passkey = await db
    .selectFrom('accounts.passkeys')
    .select(['player_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!passkey) return false
  await insertAuditEntry(db, {
    at: new Date(now()),
    playerId: passkey.player_id,
    what: 'Passkey rejected: it may have been copied',
    details: { name: passkey.name ?? '' },
  })
  return true
}
