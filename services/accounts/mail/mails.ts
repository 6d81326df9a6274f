import { sql } from 'kysely'
import { z } from 'zod'
import { uniqueKey } from '../identity/unique-key.ts'
import type { AccountsDatabase } from '../tables.ts'

/**
 * The mails there are. The first five hold a link, whose token is made when the mail is sent, and kept nowhere; the
 * others tell a player of what has changed on the account.
 */
export const mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verifyEmail') }),
  z.object({ kind: z.literal('resetPassword') }),
  z.object({ kind: z.literal('proveOldEmail'), newEmail: z.string() }),
  z.object({ kind: z.literal('proveNewEmail') }),
  z.object({ kind: z.literal('confirmErasure') }),
  z.object({ kind: z.literal('passwordChanged') }),
  z.object({ kind: z.literal('passkeyAdded'), name: z.string() }),
  z.object({ kind: z.literal('passkeyDeleted'), name: z.string() }),
  z.object({ kind: z.literal('emailVerified') }),
  z.object({ kind: z.literal('emailChanged'), newEmail: z.string() }),
  /** ISO 8601. */
  z.object({ kind: z.literal('erasureAsked'), eraseAt: z.string() }),
  z.object({ kind: z.literal('erasureTakenBack') }),
])
export type Mail = z.infer<typeof mail>

export interface Recipient {
  /**
   * Null: the player who has the address, if there is one, is looked up when it is sent, so that asking takes the same
   * time whether there is one or not.
   */
  readonly playerId: string | null
  readonly address: string
}

/** Where it is heard that mails were queued. */
export const mailsChannel = 'mails'

/**
 * Queues a mail, in the transaction of what it is about: it is sent once that is committed, and again until the other
 * side takes it.
 */
export async function queueMail(
  db: AccountsDatabase,
  at: Date,
  { playerId, address }: Recipient,
  { kind, ...details }: Mail,
): Promise<void> {
  await db
    .insertInto('accounts.mails')
    .values({
      player_id: playerId,
      kind,
      address,
      address_key: uniqueKey(address),
      details: JSON.stringify(details),
      created_at: at,
      next_try_at: at,
    })
    .execute()
  await sql`select pg_notify(${mailsChannel}, '')`.execute(db)
}

/** The same, to the address that the player has now. */
export async function queueMailToPlayer(
  db: AccountsDatabase,
  at: Date,
  playerId: string,
  letter: Mail,
): Promise<void> {
  const { email } = await db
    .selectFrom('accounts.players')
    .select('email')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  await queueMail(db, at, { playerId, address: email }, letter)
}
