import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { eventTime } from '../../platform/ledger/event-time.ts'

/** Reads from the topic `events`; null if there is no such event, or no answer. */
export type ReadEvent = (position: Position) => Promise<{ readonly bytes: Uint8Array } | null>

/**
 * Returns the age of the first event of each partition that is not folded yet, s; 0 without a lag, and for events whose
 * age is unknown. `checkpoint`: the next offset to fold of each partition. `now`: ms since 1970.
 */
export async function lagSeconds(
  readEvent: ReadEvent,
  { checkpoint, ends }: { readonly checkpoint: readonly number[]; readonly ends: readonly number[] },
  now: number,
): Promise<number[]> {
  return Promise.all(
    ends.map(async (end, partition) => {
      const offset = itemAt(checkpoint, partition)
      const waiting = offset < end ? await readEvent({ partition, offset }) : null
      const at = waiting && eventTime(waiting.bytes)
      return at === null ? 0 : Math.max(0, (now - at) / 1000)
    }),
  )
}

/** The longest of the ages of all partitions, s. */
export const maxLag = (seconds: readonly number[]) => Math.max(0, ...seconds)
