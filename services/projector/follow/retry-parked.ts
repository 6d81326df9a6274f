import { decoder } from '@stepledger/projections/fold/fold.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { z } from 'zod'
import { isTransient } from '../../platform/database/transient-errors.ts'
import type { Engine } from '../../platform/engine.ts'
import { LedgerReadError, recordedAt } from '../../platform/ledger/recorded-at.ts'
import type { Log } from '../../platform/log/log.ts'
import { applyBatch } from '../fold/fold-worker.ts'
import { storedReason } from '../fold/parking.ts'
import { noticeOfBatch } from './notice.ts'

/**
 * Retries the keys whose parked events are marked for a retry, in ledger order. The first event of a key that still can't
 * be folded stays parked with its new reason, and so do all later ones of its key.
 */
export async function retryParked(
  { database, ledger, push }: Pick<Engine, 'database' | 'ledger' | 'push'>,
  generation: Generation,
  log: Log,
): Promise<void> {
  const { rows } = await database.pool.query(
    'select distinct key from projector.parked where generation = $1 and retry',
    [generation.id],
  )
  const keys = keyRows.parse(rows).map((row) => row.key)
  if (keys.length === 0) return
  const decode = decoder(generation.rules)
  const readAgain = recordedAt(ledger)

  /** Folds the first parked event of a key. Returns false when none is left, or it still fails. */
  async function retryFirst(key: string): Promise<boolean> {
    const { rows } = await database.pool.query(
      'select partition, "offset" from projector.parked where generation = $1 and key = $2 order by partition, "offset" limit 1',
      [generation.id, key],
    )
    const [at] = positions.parse(rows)
    if (!at) return false
    const id = [generation.id, at.partition, at.offset]
    try {
      const events = (await readAgain([at])).flatMap((recorded) => decode(recorded) ?? [])
      const changes = await database.transaction(async (tx) => {
        // The fold of the partition locks this row too, so it parks events of this key either before or after this.
        await tx.query(
          'select from projector.checkpoints where generation = $1 and partition = $2 for update',
          id.slice(0, 2),
        )
        await tx.query(
          'delete from projector.parked where generation = $1 and partition = $2 and "offset" = $3',
          id,
        )
        return applyBatch(
          { database, ledger, generation },
          { events, parked: [], parkedKeys: [], moves: [] },
          tx,
        )
      })
      push.publish(noticeOfBatch(generation.id, [], changes))
      return true
    } catch (error) {
      if (isTransient(error) || error instanceof LedgerReadError) throw error
      const reason = storedReason(error)
      await database.pool.query(
        'update projector.parked set reason = $4 where generation = $1 and partition = $2 and "offset" = $3',
        [...id, reason],
      )
      log.error(`still parked, at ${at.partition}:${at.offset} with key ${key}: ${reason}`)
      return false
    }
  }

  for (const key of keys) {
    while (await retryFirst(key)) {}
    await database.pool.query(
      'update projector.parked set retry = false where generation = $1 and key = $2',
      [generation.id, key],
    )
  }
  push.publish({ kind: 'operations', about: 'folding' })
}

const keyRows = z.array(z.object({ key: z.string() }))
const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))
