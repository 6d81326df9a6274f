import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import { listen } from '../../platform/database/listen.ts'
import type { Accounts } from '../deps.ts'
import { mailsChannel } from './mails.ts'
import { sendNextMail } from './send-next-mail.ts'

/** Mails are looked for at least so often, ms. */
const lookEvery = 60_000

/** The pause after a failure of the database, ms. */
const pauseAfterFailure = 1000

/** At once, by each process: mail servers allow few connections. */
const lanes = 2

/**
 * How long a mail that is being sent is waited for at the end, ms. One that takes longer is sent again by the next
 * process.
 */
const lastMoment = 1500

export interface SendingMails {
  /** Lets the mails at hand be sent, if that takes no more than a moment. */
  stop(): Promise<void>
}

/** Sends what is queued, and what failed again, later and later: none is lost while the mail server is away. */
export function sendMails(accounts: Accounts): SendingMails {
  const { database, log } = accounts
  const stopping = new AbortController()
  const resting = new Set<AbortController>()
  const wake = () => {
    for (const rest of resting) rest.abort()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the look at the table: what is queued from here on ends the rest.
      const rest = new AbortController()
      resting.add(rest)
      const pause = await sendAllDue().catch((error: unknown) => {
        log.warn(`mails: ${errorMessage(error)}`)
        return pauseAfterFailure
      })
      if (!stopping.signal.aborted) await sleep(pause, undefined, { signal: rest.signal }).catch(() => {})
      resting.delete(rest)
    }
  }

  /** How long until the next one is due, ms. */
  async function sendAllDue(): Promise<number> {
    while (!stopping.signal.aborted && (await sendNextMail(accounts))) {
      // One after the other.
    }
    return untilNext(accounts)
  }

  const hearing = listen(database, {
    channel: mailsChannel,
    applicationName: 'stepledger mails',
    about: 'mails to send',
    log,
    onNotice: wake,
    onMissed: wake,
  })
  const running = Promise.all(Array.from({ length: lanes }, run))
  return {
    async stop() {
      stopping.abort()
      wake()
      await hearing.stop()
      await withDeadline(lastMoment, running, 'sending mails').catch(() => {})
    },
  }
}

async function untilNext({ db, now }: Accounts): Promise<number> {
  const { next } = await db
    .selectFrom('accounts.mails')
    .select((row) => row.fn.min('next_try_at').as('next'))
    .executeTakeFirstOrThrow()
  return next === null ? lookEvery : Math.min(lookEvery, Math.max(100, next.getTime() - now()))
}
