import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import { announcedEvents } from '../../platform/ledger/announced-events.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

export interface Seen {
  readonly slug: string
  /**
   * Where the last change lies that the change is made of, an offset of the topic `rules`. Null: the event was not
   * announced.
   */
  readonly offset: number | null
  readonly signal: AbortSignal
}

/** Something else was said of the event since it was seen. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError'
}

/**
 * Appends a change of an event that is still as it was seen: one change at a time, and none in between. Gives what
 * `append` gives. Throws ChangedMeanwhileError, LockHeldError.
 */
export async function appendUnlessChanged<T>(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  { slug, offset, signal }: Seen,
  append: () => Promise<T>,
): Promise<T> {
  const options = { lock: advisoryLocks.competitions, applicationName: 'change of an event', signal }
  return withLock(database, options, async (held) => {
    const now = (await announcedEvents(ledger)).get(slug)?.offset ?? null
    if (now !== offset) throw new ChangedMeanwhileError(`${slug} was changed meanwhile`)
    held.throwIfAborted()
    return append()
  })
}
