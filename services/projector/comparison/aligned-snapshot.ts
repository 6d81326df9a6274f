import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import type { Engine } from '../../platform/engine.ts'
import { silentLog } from '../../platform/log/log.ts'
import { foldToBarrier } from '../build/switch-over.ts'
import { FencedError, lockCheckpoints } from '../fold/fence.ts'
import { foldWorker } from '../fold/fold-worker.ts'

export interface Generations {
  readonly live: StoredGeneration
  readonly preview: StoredGeneration
}

/**
 * Runs `read` in a snapshot in which both generations have folded exactly the same events. For that the live fold is
 * blocked as long as by a switch, while the preview folds the remaining events. Returns null if the preview is too far behind;
 * the caller retries. On abort the connection is closed, and the read fails.
 */
export async function inAlignedSnapshot<T>(
  store: Pick<Engine, 'database' | 'ledger'>,
  generations: Generations,
  signal: AbortSignal,
  read: (tx: Queryable, checkpoint: number[]) => Promise<T>,
): Promise<T | null> {
  const reader = await store.database.connect('stepledger rules preview')
  const close = () => void reader.end().catch(() => {})
  signal.addEventListener('abort', close)
  try {
    const checkpoint = await align(store, generations, reader)
    return checkpoint && (await read(reader, checkpoint))
  } finally {
    signal.removeEventListener('abort', close)
    await reader.end().catch(() => {})
  }
}

/** Begins a snapshot of both at the same checkpoint, and returns it; null if the preview is too far behind. */
async function align(
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  { live, preview }: Generations,
  reader: pg.Client,
): Promise<number[] | null> {
  // A connection of its own: the fold below takes one of the pool.
  const holder = await database.connect('stepledger rules preview, live checkpoints')
  try {
    await holder.query(
      "begin; set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '15s'",
    )
    await lockCheckpoints(holder, live.id)
    const barrier = await readCheckpoints(holder, live.id)
    const worker = foldWorker({ database, ledger, generation: preview, log: silentLog })
    await worker.load()
    if (!(await foldToBarrier(ledger, worker, barrier, worker.fold))) return null
    await reader.query('begin isolation level repeatable read read only')
    const found = await readCheckpoints(reader, preview.id)
    return found.every((offset, partition) => offset === barrier[partition]) ? barrier : null
  } catch (error) {
    if (error instanceof FencedError) return null
    throw error
  } finally {
    await holder.end().catch(() => {})
  }
}
