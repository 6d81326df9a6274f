import { noteInAudit } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase, PasskeyRow } from '../tables.ts'

/**
 * Notes a use of a passkey by the count that it signed. False: it is not there any more, or its count did not go up, as
 * that of a copy would not. Passkeys that are the same on several devices do not count: theirs stays 0. One statement,
 * so of two that come with one count the second is refused.
 */
export async function moveCounter(
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

/** Writes down for the owner that a passkey counted back. False: it is not there any more. */
export async function noteCountedBack({ db, now }: Accounts, { id }: PasskeyRow): Promise<boolean> {
  const passkey = await db
    .selectFrom('accounts.passkeys')
    .select(['player_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!passkey) return false
  await noteInAudit(db, {
    at: new Date(now()),
    playerId: passkey.player_id,
    what: 'Passkey refused: it counted back, so there may be a copy of it',
    details: { name: passkey.name ?? '' },
  })
  return true
}
