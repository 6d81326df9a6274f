import type { Updateable } from 'kysely'
import { unauthorized } from '../platform/http/http-error.ts'
import type { AccountsDatabase, PlayerRow } from './tables.ts'

/** Throws 401 when the account no longer exists. */
export async function playerRow(db: AccountsDatabase, id: string): Promise<PlayerRow> {
  const row = await db.selectFrom('accounts.players').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw unauthorized('This account no longer exists')
  return row
}

/** Changes columns of a player. `at`: when. */
export async function updatePlayer(
  db: AccountsDatabase,
  id: string,
  at: Date,
  changes: Updateable<PlayerRow>,
): Promise<void> {
  await db
    .updateTable('accounts.players')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .execute()
}
