import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import { awaitLive } from '../await-live.ts'
import type { Store } from '../store.ts'

/** Waits until the standings include this offset of the topic `rules`; see awaitLive. */
export function awaitStandings(
  store: Pick<Store, 'database' | 'server'>,
  offset: number,
  signal: AbortSignal,
): Promise<boolean> {
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
