import { playerId } from '@stepledger/contracts/ids.ts'
import { findPlayerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Returns the account with this id or alias, ignoring case; null if there is none. */
export async function findAccount(db: AccountsDatabase, named: string) {
  const id = playerId.safeParse(named)
  const row = id.success
    ? await findPlayerRow(db, 'id', id.data)
    : await findPlayerRow(db, 'alias_key', uniqueKey(named.trim()))
  return row ?? null
}
