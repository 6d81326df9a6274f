import { setTimeout as sleep } from 'node:timers/promises'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import type { Store } from '../store.ts'

/** Timeout of waiting for a projector, and polling interval. */
const timeoutMs = 10_000
const pollMs = 50

/**
 * Waits until the standings include this offset of the topic `rules`. Returns false on a timeout, and at once when no
 * server runs.
 */
export async function isShown(
  { database, server }: Pick<Store, 'database' | 'server'>,
  offset: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (server === null) return false
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const live = await readLiveGeneration(database)
    if (live && (await settledUpTo(database.pool, live.schema)) > offset) return true
    await sleep(pollMs, undefined, { signal })
  }
  return false
}

export function generationText(shown: boolean, { server }: Pick<Store, 'server'>): string {
  if (shown) return 'The standings show it.'
  return server === null
    ? 'The standings are updated when a server runs.'
    : 'No projector has processed it yet; the standings are updated when one does.'
}
