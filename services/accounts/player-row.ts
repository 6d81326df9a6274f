import type { Updateable } from 'kysely'
import type { Caller } from '../platform/authentication/authentication.ts'
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

/**
 * Locks the player's row until the transaction ends, so that concurrent changes of an account are serialised. Must come
 * before locks on other rows of the player, to prevent deadlocks. Returns false when the account no longer exists.
 */
export async function lockPlayerRow(trx: AccountsDatabase, playerId: string): Promise<boolean> {
  const player = trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forUpdate()
  return (await player.executeTakeFirst()) !== undefined
}

/** Locks the player's row. Throws 401 when the account no longer exists. */
export async function lockPlayer(trx: AccountsDatabase, playerId: string): Promise<void> {
  if (!(await lockPlayerRow(trx, playerId))) throw unauthorized('This account no longer exists')
}

/**
 * Locks the player's row for changes to credentials. Throws 401 also when the caller's session has ended since the
 * request was authenticated, as by a password reset: it must not create credentials that outlive it.
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
 * Takes a shared lock on the player's row for a sign-in, so that revoking access either runs before or also ends the
 * new session. Concurrent sign-ins do not block each other. Returns false when the account no longer exists or its
 * password hash differs from `passwordHash`.
 */
export async function lockForSignIn(
  trx: AccountsDatabase,
  playerId: string,
  passwordHash?: string,
): Promise<boolean> {
  const player = trx.selectFrom('accounts.players').select('id').where('id', '=', playerId).forShare()
  const same = passwordHash === undefined ? player : player.where('password_hash', '=', passwordHash)
  return (await same.executeTakeFirst()) !== undefined
}
