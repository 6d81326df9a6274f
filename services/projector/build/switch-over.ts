import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { setLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { lockCheckpoints } from '../fold/fence.ts'
import { type FoldWorker, maxBatch } from '../fold/fold-worker.ts'
import type { Settler } from '../fold/settler.ts'
import { notifyGenerationManager } from '../generations/generation-requests.ts'

/**
 * Makes the worker's generation live (invariant 26), in one transaction: locks the live checkpoints, folds up to exactly
 * those, settles the standings, and updates the row of the live generation.
 * - switched
 * - behind: too many events are left, or the live generation is behind; the caller retries
 * - unwanted: superseded, because another generation is next
 */
export async function switchOver(
  database: Database,
  ledger: Ledger,
  worker: FoldWorker,
  settler: Settler,
): Promise<'switched' | 'behind' | 'unwanted'> {
  const { id } = worker.generation
  const events = await settler.readEvents()
  return database.transaction(async (tx) => {
    if ((await generationIn(tx, 'next')) !== id) return 'unwanted'
    const live = await generationIn(tx, 'live')
    // The live fold updates these rows first, so it is blocked until the switch is committed.
    await lockCheckpoints(tx, live)
    const barrier = await readCheckpoints(tx, live)
    const fold = (records: readonly RecordedEvent[]) => worker.foldWithin(tx, records)
    if (!(await foldToBarrier(ledger, worker, barrier, fold))) return 'behind'
    if (worker.next.some((offset, partition) => offset !== barrier[partition]))
      throw new Error(`generation ${id} did not reach the checkpoints of generation ${live}`)
    await settler.settleWithin(tx, events)
    await setLiveGeneration(tx, { from: live, to: id })
    await tx.query('delete from projector.next')
    await notifyGenerationManager(tx)
    return 'switched'
  })
}

const named = z.array(z.object({ generation: z.int() })).max(1)

/**
 * The generation in the row of `projector.live` or `projector.next`, which stays locked until the transaction ends; 0
 * without one.
 */
async function generationIn(tx: pg.PoolClient, table: 'live' | 'next'): Promise<number> {
  const { rows } = await tx.query(`select generation from projector.${table} for update`)
  return named.parse(rows)[0]?.generation ?? 0
}

/** Maximum events that are folded while the live fold is blocked. */
const maxLeft = 2 * maxBatch

/**
 * Folds up to the checkpoints of the live generation, which the caller has locked. `fold` folds a batch. Returns false,
 * without folding, if too many events are left, or if the live generation is behind the worker.
 */
export async function foldToBarrier(
  ledger: Pick<Ledger, 'read'>,
  worker: Pick<FoldWorker, 'next'>,
  barrier: readonly number[],
  fold: (records: readonly RecordedEvent[]) => Promise<void>,
): Promise<boolean> {
  const left = barrier.map((offset, partition) => offset - itemAt(worker.next, partition))
  if (left.some((events) => events < 0) || sum(left) > maxLeft) return false
  for await (const records of ledger.read('events', [...worker.next], { to: barrier, maxBatch }))
    await fold(records)
  return true
}
