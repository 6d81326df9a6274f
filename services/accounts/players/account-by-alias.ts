import type { AccountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Returns the account with this alias, ignoring case; null if there is none. */
export async function accountByAlias(db: AccountsDatabase, alias: string) {
  const account = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias', 'created_at', 'sealing_key'])
    .where('alias_key', '=', uniqueKey(alias.trim()))
    .executeTakeFirst()
  return account ?? null
}
