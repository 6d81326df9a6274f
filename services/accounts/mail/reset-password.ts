import { requestPasswordReset, resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { batched } from '../../platform/database/batched.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { serve } from '../../platform/http/serve.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { refuseCommonPassword } from '../sign-in/account-password.ts'
import { startSession } from '../sign-in/sessions.ts'
import { invalidLinkError, useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { proveAddress } from './prove.ts'

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
