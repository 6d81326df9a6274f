import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Store } from '../store.ts'

/** Timeout of waiting for a projector, and polling interval, ms. */
const patienceMs = 10_000
const lookEveryMs = 50

/**
 * Waits until the live generation has folded this position. Returns false on a timeout, and at once when no server runs.
 */
export async function isFolded(
  { database, server }: Pick<Store, 'database' | 'server'>,
  position: Position,
  signal: AbortSignal,
): Promise<boolean> {
  if (server === null) return false
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const live = await readLiveGeneration(database)
    const next = live ? await readCheckpoints(database.pool, live.id) : []
    if ((next[position.partition] ?? 0) > position.offset) return true
    await sleep(lookEveryMs, undefined, { signal })
  }
  return false
}
