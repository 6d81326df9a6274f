import { itemAt } from '@stepledger/contracts/item-at.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type FoldWorker, maxBatch } from '../fold/fold-worker.ts'
import type { Settler } from '../fold/settler.ts'

/** This many events may be left for the switch: the live fold waits for them. */
const maxLeft = 2 * maxBatch

/**
 * Makes the worker's generation the live one (invariant 26): holds the live checkpoint still, folds up to exactly it,
 * and changes the row that says which one is live, all in one transaction. The standings are settled in it, too.
 * - switched
 * - behind: too much is left, or the live one is itself behind; come again
 * - unwanted: another one is next by now
 */
export async function switchOver(
  database: Database,
  ledger: Ledger,
  worker: FoldWorker,
  settler: Settler,
): Promise<'switched' | 'behind' | 'unwanted'> {
  const { id } = worker.generation
  const news = await settler.readNews()
  return database.transaction(async (tx) => {
    if ((await generationIn(tx, 'next')) !== id) return 'unwanted'
    const live = await generationIn(tx, 'live')
    // The live fold moves these first of all, so it waits here until the switch is committed.
    await tx.query('select from projector.checkpoints where generation = $1 order by partition for update', [
      live,
    ])
    const barrier = await readCheckpoints(tx, live)
    const left = barrier.map((offset, partition) => offset - itemAt(worker.next, partition))
    if (left.some((n) => n < 0) || left.reduce((sum, n) => sum + n, 0) > maxLeft) return 'behind'
    for await (const records of ledger.read('events', [...worker.next], { to: barrier, maxBatch }))
      await worker.foldWithin(tx, records)
    if (worker.next.some((offset, partition) => offset !== barrier[partition]))
      throw new Error(`generation ${id} did not come to the checkpoint of generation ${live}`)
    await settler.settleWithin(tx, news)
    await tx.query('update projector.generations set left_at = now() where id = $1', [live])
    await tx.query('update projector.live set generation = $1', [id])
    await tx.query('delete from projector.next')
    return 'switched'
  })
}

const named = z.array(z.object({ generation: z.int() })).max(1)

/**
 * The generation that the row of `projector.live` or `projector.next` names, held until the transaction ends; 0 for
 * none.
 */
async function generationIn(tx: pg.PoolClient, table: 'live' | 'next'): Promise<number> {
  const { rows } = await tx.query(`select generation from projector.${table} for update`)
  return named.parse(rows)[0]?.generation ?? 0
}
