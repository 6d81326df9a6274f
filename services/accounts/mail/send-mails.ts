import { withDeadline } from '../../platform/async/with-deadline.ts'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import { mailsChannel } from './mails.ts'
import { sendNextMail } from './send-next-mail.ts'

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
    wokenBy: { channel: mailsChannel, applicationName: 'stepledger mails', about: 'mails to send' },
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
