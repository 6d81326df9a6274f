import { unauthorized } from '../platform/http/http-error.ts'
import type { Caller } from '../platform/identity/identity.ts'
import type { AccountsDatabase } from './tables.ts'

/**
 * Holds the player's row until the transaction ends: of two that change the account at once, the second sees what the
 * first did. It comes before any other row of the player: two that each held what the other needs would wait for ever.
 * False: the account is gone.
 */
export async function lockPlayerRow(trx: AccountsDatabase, playerId: string): Promise<boolean> {
  const player = trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forUpdate()
  return (await player.executeTakeFirst()) !== undefined
}

/** The same. Throws 401 when the account is gone. */
export async function lockPlayer(trx: AccountsDatabase, playerId: string): Promise<void> {
  if (!(await lockPlayerRow(trx, playerId))) throw unauthorized('This account no longer exists')
}

/**
 * The same, for what opens the account or moves it: throws 401 when the caller's session has ended since the call came
 * in, as by a reset of the password. Nothing that is made in its name outlives it.
 */
export async function lockCaller(
  trx: AccountsDatabase,
  { playerId, credentialId }: Pick<Caller, 'playerId' | 'credentialId'>,
): Promise<void> {
  await lockPlayer(trx, playerId)
  const session = trx.selectFrom('accounts.sessions').select('id').where('id', '=', credentialId)
  if (!(await session.executeTakeFirst())) throw unauthorized('Please sign in')
}

/**
 * Holds the row against those who take access away, until the transaction ends: they come before, or end what is begun
 * in it. Several may sign in beside each other. False: the account is gone, or its password is not that of
 * `passwordHash` any more.
 */
export async function holdAccess(
  trx: AccountsDatabase,
  playerId: string,
  passwordHash?: string,
): Promise<boolean> {
  const player = trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forShare()
  const same = passwordHash === undefined ? player : player.where('password_hash', '=', passwordHash)
  return (await same.executeTakeFirst()) !== undefined
}
