import type { FastifyInstance } from 'fastify'
import { batched } from '../../platform/database/batched.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { queueMail } from './mails.ts'

/**
 * Queues password reset mails. Neither the response nor its timing reveals whether an email is registered: below the
 * limit of the IP address the account is looked up when the mail is sent; above it, in the background, and mails are
 * queued for existing accounts only.
 */
export function resetQueue(
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
