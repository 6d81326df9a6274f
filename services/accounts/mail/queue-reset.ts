import type { FastifyInstance } from 'fastify'
import { batched } from '../../platform/database/batched.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../identity/unique-key.ts'
import { queueMail } from './mails.ts'

/**
 * Queues the mail that resets a password. Below the limit of the network address whether there is such an account is
 * looked up when the mail is sent. Beyond it a mail is queued for known accounts only, and the look-up begins without the
 * answer waiting for it: neither the answer nor its time tells whether a mail is registered.
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
  const queueIfKnown = async (email: string) => {
    if (await findAccount(uniqueKey(email))) await queue(email)
  }

  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return async (email, ip) => {
    if ((await app.guards.limits.take('reset', addressKey(ip))) === 0) return queue(email)
    const work = queueIfKnown(email)
      .catch((error: unknown) => log.warn(`the mail of a reset was not queued: ${String(error)}`))
      .finally(() => running.delete(work))
    running.add(work)
  }
}
