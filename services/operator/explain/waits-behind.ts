import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Store } from '../store.ts'
import { readParked } from '../unfolded-events.ts'

/** What an event that is not folded waits for. */
export interface WaitsBehind {
  /** The earliest parked event of the same key before it. Null: none, so only the projector has to catch up. */
  readonly parked: { readonly position: string; readonly type: string; readonly reason: string } | null
  /** Events of its partition that are folded before it. */
  readonly events: number
}

/** Finds what an event of `key` at `position` waits behind in a generation. */
export async function waitsBehind(
  { database }: Pick<Store, 'database'>,
  { id }: Pick<StoredGeneration, 'id'>,
  { key, partition, offset }: Position & { readonly key: string },
): Promise<WaitsBehind> {
  // The events of a key are in one partition.
  const [first] = await readParked(database, id, { key, limit: 1 })
  const checkpoint = await readCheckpoints(database.pool, id)
  return {
    parked:
      first && first.offset < offset
        ? { position: formatPosition(first), type: first.type, reason: first.reason }
        : null,
    events: Math.max(0, offset - (checkpoint[partition] ?? 0)),
  }
}
