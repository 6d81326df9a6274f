import { setTimeout as sleep } from 'node:timers/promises'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Store } from '../store.ts'

/** How long to wait for a projector, ms; and how often to look. */
const patienceMs = 10_000
const lookEveryMs = 50

/**
 * Whether the standings follow what lies at this offset of the topic `rules`. Waits for it, unless it is known that
 * nobody makes them.
 */
export async function isShown(
  { database, readModels, server }: Pick<Store, 'database' | 'readModels' | 'server'>,
  offset: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (server === null) return false
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const live = await readLiveGeneration(database)
    const progress = live
      ? await readable(live, readModels)
          .db.selectFrom('standings_progress')
          .select('next_offset')
          .executeTakeFirst()
      : undefined
    if (progress && progress.next_offset > offset) return true
    await sleep(lookEveryMs, undefined, { signal })
  }
  return false
}

export function shownText(shown: boolean, { server }: Pick<Store, 'server'>): string {
  if (shown) return 'The standings show it.'
  return server === null
    ? 'The standings follow once a server runs.'
    : 'No projector has followed yet; the standings do when one does.'
}
