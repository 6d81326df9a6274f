import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import { listen } from '../../platform/database/listen.ts'
import type { Accounts } from '../deps.ts'
import { mailsChannel } from './mails.ts'
import { sendNextMail } from './send-next-mail.ts'

/** Maximum polling interval, ms. */
const maxPollMs = 60_000

/** Back-off after a database error, ms. */
const errorBackoffMs = 1000

/** Concurrent mails per process: mail servers allow few connections. */
const concurrency = 2

/** How long shutdown waits for mails in flight, ms. A slower one is sent again by the next process. */
const shutdownTimeoutMs = 1500

export interface SendingMails {
  /** Waits briefly for mails in flight. */
  stop(): Promise<void>
}

/** Sends queued mails, and retries failed ones with back-off, so that none is lost while the mail server is down. */
export function sendMails(accounts: Accounts): SendingMails {
  const { database, log } = accounts
  const stopping = new AbortController()
  const sleeping = new Set<AbortController>()
  const wake = () => {
    for (const wakeUp of sleeping) wakeUp.abort()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Created before the query, so that a mail queued after it ends the sleep.
      const wakeUp = new AbortController()
      sleeping.add(wakeUp)
      const pause = await sendAllDue().catch((error: unknown) => {
        log.warn(`mails: ${errorMessage(error)}`)
        return errorBackoffMs
      })
      if (!stopping.signal.aborted) await sleep(pause, undefined, { signal: wakeUp.signal }).catch(() => {})
      sleeping.delete(wakeUp)
    }
  }

  /** Returns the time until the next mail is due, ms. */
  async function sendAllDue(): Promise<number> {
    while (!stopping.signal.aborted && (await sendNextMail(accounts))) {
      // Each call sends one mail.
    }
    return untilNext(accounts)
  }

  const listening = listen(database, {
    channel: mailsChannel,
    applicationName: 'stepledger mails',
    about: 'mails to send',
    log,
    onNotice: wake,
    onMissed: wake,
  })
  const running = Promise.all(Array.from({ length: concurrency }, run))
  return {
    async stop() {
      stopping.abort()
      wake()
      await listening.stop()
      await withDeadline(shutdownTimeoutMs, running, 'sending mails').catch(() => {})
    },
  }
}

async function untilNext({ db, now }: Accounts): Promise<number> {
  const { next } = await db
    .selectFrom('accounts.mails')
    .select((row) => row.fn.min('next_try_at').as('next'))
    .executeTakeFirstOrThrow()
  return next === null ? maxPollMs : Math.min(maxPollMs, Math.max(100, next.getTime() - now()))
}
