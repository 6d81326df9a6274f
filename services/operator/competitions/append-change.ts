import { LockHeldError } from '../../platform/database/with-lock.ts'
import {
  appendUnlessChanged,
  CompetitionChangedError,
  type Seen,
} from '../../projector/competitions/append-unless-changed.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** Appends a change of a competition unless it was changed since it was read. Throws CommandFailedError. */
export async function appendChange<T>(store: Store, seen: Seen, append: () => Promise<T>): Promise<T> {
  try {
    return await appendUnlessChanged(store, seen, append)
  } catch (error) {
    if (error instanceof CompetitionChangedError)
      throw new CommandFailedError(
        `Another operator changed ${printable(seen.slug)} in the meantime: see \`ledger event show\`. Nothing was done`,
      )
    if (!(error instanceof LockHeldError)) throw error
    throw new CommandFailedError(
      'Another operator is changing an event right now: try again. Nothing was done',
    )
  }
}
