import { findPlayerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Returns the account with this alias, ignoring case; null if there is none. */
export async function accountByAlias(db: AccountsDatabase, alias: string) {
  return (await findPlayerRow(db, 'alias_key', uniqueKey(alias.trim()))) ?? null
}
