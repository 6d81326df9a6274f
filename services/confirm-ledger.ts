import { randomUUID } from 'node:crypto'
import { asError } from '@stepledger/contracts/error-message.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { backOff } from './platform/async/back-off.ts'
import { TimeoutError, withDeadline } from './platform/async/with-deadline.ts'
import type { Database } from './platform/database/database.ts'
import { initialiseLedger } from './platform/ledger/initialise-ledger.ts'
import { type Ledger, LedgerUnavailableError } from './platform/ledger/ledger.ts'
import type { Log } from './platform/log/log.ts'
import { refuseOtherLedger } from './projector/generations/other-ledger.ts'

interface ConfirmedLedger {
  /** Appends are rejected with LedgerUnavailableError until it is confirmed. */
  readonly ledger: Ledger
  /** The rules in force, or, while the ledger does not answer, those of the live generation. */
  readonly rules: Rules
  stop(): void
}

interface ConfirmOptions {
  readonly database: Database
  readonly ledger: Ledger
  /** Whether the start continues without an answer of the ledger, once there is a live generation. */
  readonly mayBeAway: boolean
  readonly log: Log
  /** Called when it turns out later that this is another ledger. */
  readonly onFatalError: (error: Error) => void
}

/** How long the start waits for a ledger that may be away, ms. */
const waitMs = 3_000

/**
 * Initialises an empty ledger, and checks that it is the one that the read models were folded from. Throws
 * WrongLedgerError.
 */
export async function confirmLedger(options: ConfirmOptions): Promise<ConfirmedLedger> {
  const { database, ledger, log, onFatalError } = options
  const stopping = new AbortController()
  const confirm = async () => {
    await refuseOtherLedger(database, ledger)
    return initialiseLedger(ledger, {
      ledgerId: randomUUID(),
      at: Date.now(),
      eventIds: [randomUUID(), randomUUID()],
      database,
    })
  }
  const live = options.mayBeAway ? await readLiveGeneration(database) : null
  if (!live) return { ledger, rules: (await confirm()).rules, stop: () => {} }

  let isConfirmed = false
  async function confirmWhenItAnswers(): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        await confirm()
        isConfirmed = true
        return
      } catch (error) {
        if (!(error instanceof LedgerUnavailableError)) throw error
        await backOff(failures, stopping.signal)
      }
    }
  }
  const confirming = confirmWhenItAnswers()
  try {
    await withDeadline(waitMs, confirming, 'an answer of the ledger')
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    log.warn(`${ledger.engine} does not answer: started without the ledger`)
    confirming.catch((late: unknown) => {
      if (!stopping.signal.aborted) onFatalError(asError(late))
    })
  }
  return {
    rules: live.rules,
    ledger: {
      ...ledger,
      append: async (topic, event) => {
        if (!isConfirmed) throw new LedgerUnavailableError('the ledger has not answered since the start')
        return ledger.append(topic, event)
      },
    },
    stop: () => stopping.abort(),
  }
}
