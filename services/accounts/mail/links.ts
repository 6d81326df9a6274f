import { credentialHash } from '../../platform/identity/credential-hash.ts'
import { holdPlayer } from '../lock-player.ts'
import { newToken } from '../sign-in/credentials.ts'
import type { AccountsDatabase } from '../tables.ts'

const hours = 3_600_000

/** How long the link of a mail can be used, from when it was sent, ms. */
const lastsFor = {
  verifyEmail: 7 * 24 * hours,
  resetPassword: hours,
  proveOldEmail: 24 * hours,
  proveNewEmail: 24 * hours,
  confirmErasure: 24 * hours,
} as const

/** What using the link of a mail does. */
export type Purpose = keyof typeof lastsFor

export function isPurpose(kind: string): kind is Purpose {
  return kind in lastsFor
}

export interface LinkFor {
  readonly playerId: string
  readonly purpose: Purpose
  /** Of the address that the mail goes to: what using the link proves. */
  readonly addressKey: string
}

/**
 * Makes the token of a link, 32 random bytes, of which only the SHA-256 is kept. Sweeps away the player's links that
 * are over.
 */
export async function issueLink(
  { db, random }: { readonly db: AccountsDatabase; readonly random: (bytes: number) => Buffer },
  at: Date,
  { playerId, purpose, addressKey }: LinkFor,
): Promise<string> {
  const token = newToken(random)
  await db
    .deleteFrom('accounts.mail_links')
    .where('player_id', '=', playerId)
    .where('expires_at', '<=', at)
    .execute()
  await db
    .insertInto('accounts.mail_links')
    .values({
      token_hash: credentialHash(token),
      player_id: playerId,
      purpose,
      address_key: addressKey,
      expires_at: new Date(at.getTime() + lastsFor[purpose]),
    })
    .execute()
  return token
}

/**
 * Takes a link, once: it and the player's others of this purpose are gone with the transaction, which holds the
 * player's row from here on. Null: there is no such link, or it is over.
 */
export async function useLink(
  trx: AccountsDatabase,
  at: Date,
  token: string,
  purposes: readonly Purpose[],
): Promise<LinkFor | null> {
  const hash = credentialHash(token)
  const found = await trx
    .selectFrom('accounts.mail_links')
    .select('player_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  // The player's row before any other: two that each held a link of the other would wait for ever.
  if (!found || !(await holdPlayer(trx, found.player_id))) return null
  const link = await trx
    .deleteFrom('accounts.mail_links')
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', at)
    .returning(['player_id', 'purpose', 'address_key'])
    .executeTakeFirst()
  if (!link || !isPurpose(link.purpose)) return null
  await trx
    .deleteFrom('accounts.mail_links')
    .where('player_id', '=', link.player_id)
    .where('purpose', '=', link.purpose)
    .execute()
  return { playerId: link.player_id, purpose: link.purpose, addressKey: link.address_key }
}
