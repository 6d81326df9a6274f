import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { LinkPurpose } from '@stepledger/contracts/http/mail-links.ts'
import { sql } from 'kysely'
import { AddressRefusedError, type MailMessage } from '../../platform/mail/mailer.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayerRow } from '../lock-player.ts'
import { weeklyMailTexts } from '../notifications/weekly-mail-texts.ts'
import { uniqueKey } from '../players/unique-key.ts'
import type { AccountsDatabase, MailRow } from '../tables.ts'
import { composeMail } from './compose-mail.ts'
import { isPurpose, issueLink, type LinkFor } from './links.ts'
import { mailTextsOf } from './mail-texts.ts'
import { mail } from './mails.ts'

const seconds = 1000

/** Lease of a mail, ms: longer than the timeout of the mail server. Another process retries it after the lease expires. */
const lease = 90 * seconds

/** A mail that fails for this long is dropped, ms. Players can request a new link. */
const maxAge = 3 * 24 * 3600 * seconds

/** Sends the next due mail. Returns false when none is due. */
export async function sendNextMail(accounts: Accounts): Promise<boolean> {
  const { db, mailer, log, now } = accounts
  const row = await claimDueMail(accounts)
  if (!row) return false
  const remove = () => db.deleteFrom('accounts.mails').where('id', '=', row.id).execute()
  try {
    const message = await compose(accounts, row)
    if (message) await mailer.send(message)
    await remove()
  } catch (error) {
    const reason = errorMessage(error)
    if (error instanceof AddressRefusedError || now() - row.created_at.getTime() > maxAge) {
      log.warn(`mail ${row.id} (${row.kind}) is dropped: ${reason}`)
      await remove()
    } else {
      log.warn(`mail ${row.id} (${row.kind}) will be retried: ${reason}`)
      await db
        .updateTable('accounts.mails')
        .set({ next_try_at: new Date(now() + backoff(row.tries)) })
        .where('id', '=', row.id)
        .execute()
    }
  }
  return true
}

/** Exponential back-off, ms: from 10 s to an hour. */
function backoff(tries: number): number {
  return Math.min(3600, 10 * 2 ** Math.min(tries - 1, 10)) * seconds
}

/** Leases the mail that is due first. */
async function claimDueMail({ db, now }: Accounts): Promise<MailRow | undefined> {
  const at = new Date(now())
  return db
    .updateTable('accounts.mails')
    .set({ tries: sql`tries + 1`, next_try_at: new Date(now() + lease) })
    .where('id', '=', (query) =>
      query
        .selectFrom('accounts.mails')
        .select('id')
        .where('next_try_at', '<=', at)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

async function isTaken(db: AccountsDatabase, addressKey: string): Promise<boolean> {
  const owner = db.selectFrom('accounts.players').select('id').where('email_key', '=', addressKey)
  return (await owner.executeTakeFirst()) !== undefined
}

/**
 * Composes a mail and issues its link, so that the token is stored nowhere. Returns null when no account has the address,
 * another account has the new address, or the mail was removed from the queue.
 */
async function compose(accounts: Accounts, row: MailRow): Promise<MailMessage | null> {
  const { db, publicUrl, contact } = accounts
  const player = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias', 'email', 'email_verified_at', 'time_zone'])
    .$call((query) =>
      row.player_id === null
        ? query.where('email_key', '=', row.address_key)
        : query.where('id', '=', row.player_id),
    )
    .executeTakeFirst()
  if (!player || (row.kind === 'proveNewEmail' && (await isTaken(db, row.address_key)))) return null
  const to = row.player_id === null ? player.email : row.address
  const content = mail.parse({ kind: row.kind, ...row.details })
  const site = publicUrl()
  const alias = player.email_verified_at === null ? null : player.alias
  const id = `${row.created_at.getTime()}-${row.id}`
  const envelope = { to, id, playerId: player.id, site }
  if (content.kind === 'weeklyNotifications') {
    const texts = await weeklyMailTexts(accounts, player, content)
    return texts && composeMail(texts, { ...envelope, link: `${site}/notifications` })
  }
  let link: string | undefined
  if (isPurpose(content.kind)) {
    const token = await linkFor(accounts, row.id, {
      playerId: player.id,
      purpose: content.kind,
      addressKey: uniqueKey(to),
      newAddressKey: content.kind === 'proveOldEmail' ? uniqueKey(content.newEmail) : null,
    })
    if (token === null) return null
    link = `${site}${pageOf[content.kind]}?token=${token}`
  }
  const texts = mailTextsOf(content, { alias, timeZone: player.time_zone, contact })
  return composeMail(texts, { ...envelope, ...(link !== undefined && { link }) })
}

/**
 * Issues the link of a mail. Returns null when `dropLinks` removed the mail meanwhile, or the account no longer exists.
 * Locks the player, so that the link is either issued before `dropLinks` or not at all.
 */
function linkFor({ db, now, random }: Accounts, mailId: number, link: LinkFor): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockPlayerRow(trx, link.playerId))) return null
    const queued = trx.selectFrom('accounts.mails').select('id').where('id', '=', mailId)
    if (!(await queued.executeTakeFirst())) return null
    return issueLink(trx, random, new Date(now()), link)
  })
}

const pageOf: Readonly<Record<LinkPurpose, string>> = {
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  proveOldEmail: '/confirm-email',
  proveNewEmail: '/confirm-email',
  confirmErasure: '/confirm-deletion',
}
