import { sayAccessChanged } from '../../platform/identity/access-notice.ts'
import type { AccountsDatabase } from '../tables.ts'

/**
 * Ends every session, API key and passkey of a player: before the mail was proved, or the password forgotten, another
 * person may have made them. Once it is committed, `identity.forget(playerId)` makes it so in this process at once.
 */
export async function endAllAccess(trx: AccountsDatabase, playerId: string): Promise<void> {
  for (const table of ['accounts.sessions', 'accounts.api_keys', 'accounts.passkeys'] as const) {
    await trx.deleteFrom(table).where('player_id', '=', playerId).execute()
  }
  await trx.deleteFrom('accounts.passkey_challenges').where('player_id', '=', playerId).execute()
  await sayAccessChanged(trx, playerId)
}
