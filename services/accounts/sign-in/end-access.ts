import { notifyAccessChanged } from '../authentication/access-notice.ts'
import type { AccountsDatabase } from '../tables.ts'

/**
 * Revokes all access to the account: sessions, API keys, passkeys, device tokens, download links. The caller has locked
 * the player's row, and calls `authentication.forget(playerId)` after the commit.
 */
export async function endAllAccess(trx: AccountsDatabase, playerId: string): Promise<void> {
  for (const table of ['accounts.sessions', 'accounts.api_keys', 'accounts.passkeys'] as const) {
    await trx.deleteFrom(table).where('player_id', '=', playerId).execute()
  }
  await trx.deleteFrom('accounts.passkey_challenges').where('player_id', '=', playerId).execute()
  await trx
    .updateTable('accounts.downloads')
    .set({ token_hash: null, token_until: null })
    .where('player_id', '=', playerId)
    .execute()
  await trx
    .updateTable('accounts.players')
    .set((row) => ({ device_epoch: row('device_epoch', '+', 1) }))
    .where('id', '=', playerId)
    .execute()
  await notifyAccessChanged(trx, playerId)
}
