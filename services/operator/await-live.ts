import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import type { Store } from './store.ts'

/** Timeout of waiting for a projector, and polling interval, ms. */
const timeoutMs = 10_000
const pollMs = 50

/** Polls the live generation until `isReached`. Returns false on a timeout, and at once when no server runs. */
export async function awaitLive(
  { database, server }: Pick<Store, 'database' | 'server'>,
  signal: AbortSignal,
  isReached: (live: StoredGeneration) => Promise<boolean>,
): Promise<boolean> {
  if (server === null) return false
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const live = await readLiveGeneration(database)
    if (live && (await isReached(live))) return true
    await sleep(pollMs, undefined, { signal })
  }
  return false
}

/** Waits until the live generation has folded this position; see awaitLive. */
export function awaitFold(
  store: Pick<Store, 'database' | 'server'>,
  { partition, offset }: Position,
  signal: AbortSignal,
): Promise<boolean> {
  return awaitLive(store, signal, async ({ id }) => {
    const next = await readCheckpoints(store.database.pool, id)
    return (next[partition] ?? 0) > offset
  })
}
