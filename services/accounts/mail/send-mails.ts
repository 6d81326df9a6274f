import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { LinkPurpose } from '@stepledger/contracts/http/mail-links.ts'
import { sql } from 'kysely'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { AddressRefusedError, type MailMessage } from '../../platform/mail/mailer.ts'
import type { Accounts } from '../deps.ts'
import { weeklyMailTexts } from '../notifications.ts'
import { lockPlayerRow } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import type { AccountsDatabase, MailRow } from '../tables.ts'
import { isPurpose, issueLink, type LinkFor } from './links.ts'
import { type MailTexts, mailTextsOf } from './mail-texts.ts'
import { mail, mailsChannel } from './mails.ts'

/** How long shutdown waits for mails in flight, ms. A slower one is sent again by the next process. */
const shutdownTimeoutMs = 1500

/**
 * Sends queued mails in every process, and retries failed ones with back-off, so that none is lost while the mail server
 * is down.
 */
export async function sendMails(accounts: Accounts): Promise<Pick<BackgroundWorker, 'stop'>> {
  const sending = { about: 'mails', work: (signal: AbortSignal) => sendAllDue(accounts, signal) }
  const worker = await startBackgroundWorker({
    database: accounts.database,
    log: accounts.log,
    wokenBy: mailsChannel,
    // Two concurrent mails per process: mail servers allow few connections.
    works: [sending, sending],
  })
  return {
    async stop() {
      await withDeadline(shutdownTimeoutMs, worker.stop(), 'sending mails').catch(() => {})
    },
  }
}

/** Returns the time until the next mail is due, ms. */
async function sendAllDue(accounts: Accounts, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await sendNextMail(accounts))) {
    // Each call sends one mail.
  }
  const { next } = await accounts.db
    .selectFrom('accounts.mails')
    .select((row) => row.fn.min('next_try_at').as('next'))
    .executeTakeFirstOrThrow()
  return next === null ? Number.POSITIVE_INFINITY : Math.max(100, next.getTime() - accounts.now())
}

const seconds = 1000

/** Lease of a mail, ms: longer than the timeout of the mail server. Another process retries it after the lease expires. */
const lease = 90 * seconds

/** A mail that fails for this long is dropped, ms. Players can request a new link. */
const maxAge = 3 * 24 * 3600 * seconds

/** False when none is due. */
async function sendNextMail(accounts: Accounts): Promise<boolean> {
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

interface Envelope {
  readonly to: string
  readonly id: string
  readonly playerId: string
  readonly link?: string
  /** Origin of the website, for the footer. */
  readonly site: string
}

/** Renders a mail as text and HTML: tables and inline styles because of mail clients, and no remote images. */
function composeMail(texts: MailTexts, { to, id, playerId, link, site }: Envelope): MailMessage {
  const { subject, before, button, after } = texts
  const linked = link !== undefined && button !== undefined ? { link, button } : null
  const text = [
    ...before,
    ...(linked ? [`${linked.button}:\n${linked.link}`] : []),
    ...after,
    `-- \nStepledger\n${site}`,
  ].join('\n\n')
  return {
    to,
    id,
    playerId,
    subject: `${subject} · Stepledger`,
    text: `${text}\n`,
    html: htmlOf(subject, texts, linked, site),
  }
}

const ink = '#e6eaf0'
const muted = '#a9b4c4'
const ground = '#0f1520'
const panel = '#18202c'
const line = '#2c3746'
const primary = '#46abff'
const onPrimary = '#04101c'
const font = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

function htmlOf(
  subject: string,
  { before, after }: MailTexts,
  linked: { readonly link: string; readonly button: string } | null,
  site: string,
): string {
  const paragraph = (text: string, colour: string) =>
    `<p style="margin:0 0 14px;font:14px/21px ${font};color:${colour};overflow-wrap:anywhere">${escapeMarkup(text)}</p>`
  const action = linked
    ? `<p style="margin:22px 0"><a href="${escapeMarkup(linked.link)}" style="display:inline-block;padding:12px 18px;border-radius:4px;background:${primary};color:${onPrimary};font:700 15px/18px ${font};text-decoration:none">${escapeMarkup(linked.button)}</a></p>`
    : ''
  const address = linked
    ? paragraph('Button not working? Copy this link into your browser:', muted) +
      paragraph(linked.link, muted)
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;background:${ground}" bgcolor="${ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 14px;font:800 18px/22px ${font};color:${ink}"><span style="color:${primary}">&#9650;</span>&nbsp;Stepledger</td></tr>
<tr><td bgcolor="${panel}" style="padding:24px;border:1px solid ${line};border-radius:6px">
<h1 style="margin:0 0 18px;font:800 22px/28px ${font};color:${ink}">${escapeMarkup(subject)}</h1>
${before.map((text) => paragraph(text, ink)).join('\n')}
${action}
${after.map((text) => paragraph(text, muted)).join('\n')}
${address}
</td></tr>
<tr><td style="padding:14px 0 0;font:12px/18px ${font};color:${muted}"><a href="${escapeMarkup(site)}" style="color:${muted}">${escapeMarkup(site.replace(/^https?:\/\//, ''))}</a></td></tr>
</table></td></tr></table></body></html>
`
}
