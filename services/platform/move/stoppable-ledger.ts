import { withDeadline } from '../async/with-deadline.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { LedgerUnavailableError } from '../ledger/ledger-errors.ts'

/** Interval of the check, and how long its result is valid, ms. `ledger move` waits longer after it has stopped writers. */
const checkEveryMs = 1_000
export const writeLeaseMs = 3_000

/**
 * A ledger outside of the database, whose appends `ledger move` can stop. An append is acknowledged only under a lease
 * that began after it was stored or shortly before: so the command, which waits for the leases to expire, sees every
 * acknowledged event. Otherwise it rejects with LedgerUnavailableError. `isWritable` reads the database. `now`:
 * monotonic, ms.
 */
export function stoppableLedger(
  ledger: Ledger,
  isWritable: () => Promise<boolean>,
  now: () => number,
): Ledger {
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    const startedAt = now()
    const answer = withDeadline(writeLeaseMs, isWritable(), 'reading whether the system moves')
    const writable = await answer.catch((cause: unknown) => {
      throw new LedgerUnavailableError('the database does not say whether the ledger may be written to', {
        cause,
      })
    })
    if (!writable) throw new LedgerUnavailableError('the system is moving, or has moved: it is read-only')
    checkedAt = startedAt
  }
  async function holdLease(): Promise<void> {
    if (now() - checkedAt < checkEveryMs) return
    checking ??= check().finally(() => {
      checking = null
    })
    await checking
    if (now() - checkedAt >= writeLeaseMs)
      throw new LedgerUnavailableError('the database is too slow to say whether the ledger may be written to')
  }

  return {
    ...ledger,
    async append(topic, event) {
      await holdLease()
      const position = await ledger.append(topic, event)
      await holdLease()
      return position
    },
  }
}
