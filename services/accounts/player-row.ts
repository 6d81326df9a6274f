import type { Updateable } from 'kysely'
import { unauthorized } from '../platform/http/http-error.ts'
import type { AccountsDatabase, PlayerRow } from './tables.ts'

/** Finds a player by the value of a unique column. */
export function findPlayerRow(
  db: AccountsDatabase,
  by: 'id' | 'alias_key' | 'email_key',
  value: string,
): Promise<PlayerRow | undefined> {
  return db.selectFrom('accounts.players').selectAll().where(by, '=', value).executeTakeFirst()
}

/** Throws 401 when the account no longer exists. */
export async function playerRow(db: AccountsDatabase, id: string): Promise<PlayerRow> {
  const row = await findPlayerRow(db, 'id', id)
  if (!row) throw unauthorized('This account no longer exists')
  return row
}

/** Aliases of the players that exist, by id. */
export async function aliasesOf(db: AccountsDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias'])
    .where((row) => row('id', '=', row.fn.any(row.val(ids))))
    .execute()
  return new Map(rows.map(({ id, alias }) => [id, alias]))
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
