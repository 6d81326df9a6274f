import type { AccountsDatabase } from '../tables.ts'
import { dropLinks } from './links.ts'

/**
 * Cancels everything that waits for the link of a mail: a change of the address, a deletion that is not confirmed. All
 * unused links stop working. The caller holds the player's row.
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
