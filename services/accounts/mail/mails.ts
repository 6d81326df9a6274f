import { sql } from 'kysely'
import { z } from 'zod'
import { playerRow } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import type { AccountsDatabase } from '../tables.ts'

/** Kinds of mail. The first five contain a link, whose token is issued when the mail is sent; the others are notices. */
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
  /** Queued by the migration of analysis. `from`: when the first series of rows can appear, ISO 8601. */
  z.object({ kind: z.literal('publishedRows'), from: z.string() }),
  /** Lists the notifications from `since` to before `before`, ms since 1970, read when it is sent: others may be erased. */
  z.object({ kind: z.literal('weeklyNotifications'), since: z.int(), before: z.int() }),
])
export type Mail = z.infer<typeof mail>

interface Recipient {
  /** Null: the player is looked up when the mail is sent, so that timing does not reveal whether an account exists. */
  readonly playerId: string | null
  readonly address: string
}

/** Postgres channel that is notified of queued mails. */
export const mailsChannel = 'mails'

/** Inserts a mail into the outbox, in the transaction of the change. Sending is retried until the mail server accepts. */
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

/** Queues a mail to the player's current address. */
export async function queueMailToPlayer(
  db: AccountsDatabase,
  at: Date,
  playerId: string,
  content: Mail,
): Promise<void> {
  const { email } = await playerRow(db, playerId)
  await queueMail(db, at, { playerId, address: email }, content)
}
