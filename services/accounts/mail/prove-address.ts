import {
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { batched } from '../../platform/database/batched.ts'
import { bearerToken } from '../../platform/http/authorize.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { conflict, invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { insertAuditEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/authenticate-token.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller, playerRow, updatePlayer } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer, ownUser } from '../profile/own-user.ts'
import { beginPasswordAttempt, refuseCommonPassword, replacePassword } from '../sign-in/account-password.ts'
import { startSession } from '../sign-in/sessions.ts'
import type { AccountsDatabase } from '../tables.ts'
import { cancelPending, dropLinks, findLink, invalidLinkError, type LinkFor, useLink } from './links.ts'
import { queueMail, queueMailToPlayer } from './mails.ts'

export function serveVerifyEmail(app: FastifyInstance, accounts: Accounts): void {
  const { db, now, passwords } = accounts
  const { authentication, limits } = app.guards

  serve(app, verifyEmail, async ({ body, caller, request }) => {
    const { token, password, newPassword } = body
    const at = new Date(now())
    const found = await findLink(db, at, token)
    if (!found || found.isUsed || found.purpose !== 'verifyEmail') throw invalidLinkError()
    const { playerId } = found
    const accountProof = await proveAccount(accounts, limits, { playerId, caller, password, request })
    const proof = accountProof ? known : await replaced(newPassword)
    const session = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, token, ['verifyEmail'])
      if (!link) throw invalidLinkError()
      if (accountProof && !(await isProofCurrent(trx, playerId, accountProof))) throw passwordRequired()
      if (!(await proveAddress(trx, at, link, proof))) throw invalidLinkError()
      if (accountProof && 'sessionId' in accountProof) return bearerToken(request.headers.authorization)
      return startSession(accounts, trx, playerId, false, request.headers['user-agent'])
    })
    if (session === null) throw passwordRequired()
    authentication.forget(playerId)
    return authAnswer(accounts, playerId, {
      token: session,
      deviceId: null,
      message: 'Your email is verified',
    })
  })

  async function replaced(newPassword: string | undefined): Promise<PasswordProof> {
    if (newPassword === undefined) throw passwordRequired()
    refuseCommonPassword(newPassword, 'newPassword')
    return { password: 'replaced', passwordHash: await passwords.hash(newPassword) }
  }

  serve(app, resendVerification, async ({ caller }) => {
    const { playerId } = caller
    const { email, emailVerifiedAt } = await ownUser(accounts, playerId)
    if (emailVerifiedAt !== null) throw conflict('Your email is already verified')
    await enforceLimit(limits, 'mail', playerId)
    await db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      await dropLinks(trx, playerId, ['verifyEmail'])
      await queueMail(trx, new Date(now()), { playerId, address: email }, { kind: 'verifyEmail' })
    })
    return { message: "We've sent you a new mail" }
  })
}

const known: PasswordProof = { password: 'known' }

function passwordRequired() {
  return invalidField('password', 'Enter your password, or choose a new one')
}

export function serveResetPassword(app: FastifyInstance, accounts: Accounts): void {
  const { db, now, passwords } = accounts
  const { authentication, limits } = app.guards

  const queueReset = resetQueue(app, accounts)

  serve(app, requestPasswordReset, async ({ body, request }) => {
    await enforceLimit(limits, 'mail', uniqueKey(body.email))
    await queueReset(body.email, request.ip)
    return { message: "If there's an account with this email, a mail is on its way" }
  })

  serve(app, resetPassword, async ({ body, request }) => {
    refuseCommonPassword(body.password)
    const passwordHash = await passwords.hash(body.password)
    const at = new Date(now())
    const { playerId, token } = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['resetPassword'])
      const proved = link && (await proveAddress(trx, at, link, { password: 'replaced', passwordHash }))
      if (!proved) throw invalidLinkError()
      const { playerId } = link
      return {
        playerId,
        token: await startSession(accounts, trx, playerId, false, request.headers['user-agent']),
      }
    })
    authentication.forget(playerId)
    return authAnswer(accounts, playerId, { token, deviceId: null, message: 'Password changed' })
  })
}

/**
 * Queues password reset mails. Neither the response nor its timing reveals whether an email is registered: below the
 * limit of the IP address the account is looked up when the mail is sent; above it, in the background, and mails are
 * queued for existing accounts only.
 */
function resetQueue(
  app: FastifyInstance,
  { db, log, now }: Pick<Accounts, 'db' | 'log' | 'now'>,
): (email: string, ip: string) => Promise<void> {
  const queue = (email: string) =>
    queueMail(db, new Date(now()), { playerId: null, address: email }, { kind: 'resetPassword' })
  const findAccount = batched(
    (emailKeys: readonly string[]) =>
      db.selectFrom('accounts.players').select('email_key').where('email_key', 'in', emailKeys).execute(),
    (emailKey) => emailKey,
    ({ email_key }) => email_key,
  )
  const queueIfAccountExists = async (email: string) => {
    if (await findAccount(uniqueKey(email))) await queue(email)
  }

  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return async (email, ip) => {
    if ((await app.guards.limits.take('reset', addressKey(ip))) === 0) return queue(email)
    const work = queueIfAccountExists(email)
      .catch((error: unknown) => log.warn(`a password reset mail was not queued: ${String(error)}`))
      .finally(() => running.delete(work))
    running.add(work)
  }
}

/** How the user of a link proved to own the account: by a session or by the password. */
type AccountProof = { readonly sessionId: string } | { readonly passwordHash: string }

interface LinkUser {
  readonly playerId: string
  readonly caller: Caller | null
  readonly password: string | undefined
  readonly request: FastifyRequest
}

/**
 * Checks the session or password of the user of a link. A password counts as an attempt, as at sign-in. Returns null
 * when the caller gives neither. Throws 409 for a session of another player; 422, 429, 503.
 */
export async function proveAccount(
  accounts: Accounts,
  limits: Limits,
  { playerId, caller, password, request }: LinkUser,
): Promise<AccountProof | null> {
  if (caller?.playerId === playerId) return { sessionId: caller.credentialId }
  if (caller) throw conflict("You're signed in as another player. Sign out first, then use this link.")
  if (password === undefined) return null
  const { email_key, password_hash } = await playerRow(accounts.db, playerId)
  const attempt = await beginPasswordAttempt(limits, email_key, null, request)
  if (!(await accounts.passwords.matches(password, password_hash)))
    throw invalidField('password', 'Wrong password')
  await limits.passwordAttempts.succeed(attempt)
  return { passwordHash: password_hash }
}

/** Checks again in the transaction that locks the player, as the session or password may have changed meanwhile. */
export async function isProofCurrent(
  trx: AccountsDatabase,
  playerId: string,
  proof: AccountProof,
): Promise<boolean> {
  const query =
    'sessionId' in proof
      ? trx
          .selectFrom('accounts.sessions')
          .select('id')
          .where('id', '=', proof.sessionId)
          .where('player_id', '=', playerId)
      : trx
          .selectFrom('accounts.players')
          .select('id')
          .where('id', '=', playerId)
          .where('password_hash', '=', proof.passwordHash)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * `known`: the caller gave the current password, or has a session of the player. `replaced`: the caller chose a new
 * password.
 */
type PasswordProof =
  | { readonly password: 'known' }
  | { readonly password: 'replaced'; readonly passwordHash: string }

/**
 * Marks the account's email as verified and cancels everything that waits for another link. A replaced password revokes
 * all earlier access, as another person may have registered with this address. Runs in the transaction of `useLink`.
 * Returns false when the account's email has changed.
 */
async function proveAddress(
  trx: AccountsDatabase,
  at: Date,
  { playerId, addressKey }: LinkFor,
  proof: PasswordProof,
): Promise<boolean> {
  const player = await trx
    .selectFrom('accounts.players')
    .select('email_verified_at')
    .where('id', '=', playerId)
    .where('email_key', '=', addressKey)
    .executeTakeFirst()
  if (!player) return false
  await cancelPending(trx, playerId)
  if (proof.password === 'replaced') {
    await endAllAccess(trx, playerId)
    await replacePassword(trx, { playerId, passwordHash: proof.passwordHash, at })
  }
  if (player.email_verified_at !== null) return true
  await updatePlayer(trx, playerId, at, { email_verified_at: at })
  await queueMailToPlayer(trx, at, playerId, { kind: 'emailVerified' })
  await insertAuditEntry(trx, { at, playerId, what: 'Email verified' })
  return true
}

/**
 * Revokes all access to the account: sessions, API keys, passkeys, device tokens, download links. The caller has locked
 * the player's row, and calls `authentication.forget(playerId)` after the commit.
 */
async function endAllAccess(trx: AccountsDatabase, playerId: string): Promise<void> {
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
