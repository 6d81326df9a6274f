import type { AccountsDatabase } from '../tables.ts'
import { dropLinks } from './links.ts'

/**
 * Cancels a pending email change and an unconfirmed erasure, and invalidates all unused links. The caller has locked the
 * player's row.
 */
export async function cancelPending(trx: AccountsDatabase, playerId: string): Promise<void> {
  await dropLinks(trx, playerId)
  await trx.deleteFrom('accounts.email_changes').where('player_id', '=', playerId).execute()
  await trx
    .deleteFrom('accounts.erasures')
    .where('player_id', '=', playerId)
    .where('erase_at', 'is', null)
    .execute()
}
