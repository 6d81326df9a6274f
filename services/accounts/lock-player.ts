import { unauthorized } from '../platform/http/refusal.ts'
import type { AccountsDatabase } from './tables.ts'

/** Holds the player's row until the transaction ends: of two that change the account at once, the second sees what the first did. Throws 401 when it is gone. */
export async function lockPlayer(trx: AccountsDatabase, playerId: string): Promise<void> {
  const player = trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forUpdate()
  if (!(await player.executeTakeFirst())) throw unauthorized('This account no longer exists')
}
