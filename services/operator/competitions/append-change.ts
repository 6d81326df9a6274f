import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import {
  appendUnlessChanged,
  CompetitionChangedError,
  type Seen,
} from '../../projector/competitions/append-unless-changed.ts'
import { awaitLive } from '../await-live.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** Waits until the standings include this offset of the topic `rules`; see awaitLive. */
export function awaitStandings(store: Store, offset: number, signal: AbortSignal): Promise<boolean> {
  return awaitLive(
    store,
    signal,
    async ({ schema }) => (await settledUpTo(store.database.pool, schema)) > offset,
  )
}

export function standingsText(shown: boolean, { server }: Pick<Store, 'server'>): string {
  if (shown) return 'The standings show it.'
  return server === null
    ? 'The standings are updated when a server runs.'
    : 'No projector has processed it yet; the standings are updated when one does.'
}

/** Appends a change of a competition unless it was changed since it was read. Throws CommandFailedError. */
export async function appendChange<T>(store: Store, seen: Seen, append: () => Promise<T>): Promise<T> {
  const appending = appendUnlessChanged(store, seen, append).catch((error: unknown) => {
    if (!(error instanceof CompetitionChangedError)) throw error
    throw new CommandFailedError(
      `Another operator changed ${printable(seen.slug)} in the meantime: see \`ledger event show\`. Nothing was done`,
    )
  })
  return failIfLocked(
    'Another operator is changing an event right now: try again. Nothing was done',
    appending,
  )
}
