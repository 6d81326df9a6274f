import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { PartitionState } from './folding-state.ts'

type ReadEvent = (position: Position) => Promise<{ readonly bytes: Uint8Array } | null>

/**
 * The age of the oldest event of each partition that is not folded yet, s; 0 without a lag. `readEvent`: reads from the
 * topic `events`. `now`: ms since 1970, the clock that `at` of events comes from. Malformed events count as 0.
 */
export async function lagSeconds(
  readEvent: ReadEvent,
  partitions: readonly PartitionState[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const ages = await Promise.all(
    partitions.map(async ({ partition, folded, lag }) => {
      const record = lag !== null && lag > 0 ? await readEvent({ partition, offset: folded }) : null
      return [partition, record ? ageOf(record.bytes, now) : 0] as const
    }),
  )
  return new Map(ages)
}

function ageOf(bytes: Uint8Array, now: number): number {
  try {
    return Math.max(0, (now - decodeEnvelope(bytes).at) / 1000)
  } catch (error) {
    if (error instanceof MalformedEventError) return 0
    throw error
  }
}
