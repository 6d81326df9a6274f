import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Store } from '../store.ts'

/** Timeout of waiting for a projector, and polling interval, ms. */
const timeoutMs = 10_000
const pollMs = 50

/**
 * Waits until the live generation has folded this position. Returns false on a timeout, and at once when no server runs.
 */
export async function isFolded(
  { database, server }: Pick<Store, 'database' | 'server'>,
  position: Position,
  signal: AbortSignal,
): Promise<boolean> {
  if (server === null) return false
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const live = await readLiveGeneration(database)
    const next = live ? await readCheckpoints(database.pool, live.id) : []
    if ((next[position.partition] ?? 0) > position.offset) return true
    await sleep(pollMs, undefined, { signal })
  }
  return false
}
