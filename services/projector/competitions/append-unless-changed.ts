import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/with-lock.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { announcedCompetitions } from './announced-competitions.ts'

export interface Seen {
  readonly slug: string
  /**
   * Offset, in the topic `rules`, of the last change that the caller has read. Null: the competition was not announced.
   */
  readonly offset: number | null
  readonly signal: AbortSignal
}

/** The competition was changed since it was read (optimistic concurrency). */
export class CompetitionChangedError extends Error {
  override readonly name = 'CompetitionChangedError'
}

/**
 * Appends a change of a competition under a lock, unless it was changed since it was read. Returns the result of
 * `append`. Throws CompetitionChangedError, LockHeldError.
 */
export async function appendUnlessChanged<T>(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  { slug, offset, signal }: Seen,
  append: () => Promise<T>,
): Promise<T> {
  const options = { lock: advisoryLocks.competitions, applicationName: 'competition change', signal }
  return withLock(database, options, async (held) => {
    const now = (await announcedCompetitions(ledger)).get(slug)?.offset ?? null
    if (now !== offset) throw new CompetitionChangedError(`${slug} was changed in the meantime`)
    held.throwIfAborted()
    return append()
  })
}
