import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { holdingLock, LockHeldError } from '../../platform/database/holding-lock.ts'
import { announcedEvents } from '../../platform/ledger/announced-events.ts'
import { UnableError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

export interface Seen {
  readonly slug: string
  /** Where the last change lies that the operator was shown, an offset of the topic `rules`. Null: the event was not announced. */
  readonly offset: number | null
  readonly signal: AbortSignal
}

/**
 * Appends a change of an event that is still as the operator saw it: one change at a time, and none in between. Gives what `append` gives.
 * Throws UnableError.
 */
export async function appendUnlessChanged<T>(
  { database, ledger }: Pick<Store, 'database' | 'ledger'>,
  { slug, offset, signal }: Seen,
  append: () => Promise<T>,
): Promise<T> {
  const options = { lock: advisoryLocks.competitions, applicationName: 'change of an event', signal }
  try {
    return await holdingLock(database, options, async (held) => {
      const now = (await announcedEvents(ledger)).get(slug)?.offset ?? null
      if (now !== offset)
        throw new UnableError(
          `Another operator changed ${printable(slug)} meanwhile: \`ledger event show\` prints it as it is now. Nothing was done`,
        )
      held.throwIfAborted()
      return append()
    })
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new UnableError('Another operator is changing an event right now: try again. Nothing was done')
  }
}
