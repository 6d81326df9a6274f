import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { NewerEventError } from '@stepledger/contracts/events/errors.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import type { Parked } from './parking.ts'
import type { Prepared } from './prepare-batch.ts'

export interface SortedBatch {
  readonly events: readonly FoldEvent[]
  readonly parked: readonly Parked[]
  /** Events of types that this code does not know: passed over. */
  readonly unknown: number
}

/**
 * Which events of a batch are folded. What can't be decoded or scored is parked, and so is whatever comes later under a
 * parked key. Throws NewerEventError: going on would lose what a newer release wrote.
 */
export function sortBatch(prepared: readonly Prepared[], parkedKeys: ReadonlySet<string>): SortedBatch {
  const events: FoldEvent[] = []
  const parked: Parked[] = []
  let unknown = 0
  const held = new Set(parkedKeys)
  for (const item of prepared) {
    const { partition, offset, bytes } = item.record
    if ('error' in item) {
      if (item.error instanceof NewerEventError) throw item.error
      const { key, type } = nameOf(bytes, partition, offset)
      const reason = held.has(key) ? waiting : reasonOf(item.error)
      held.add(key)
      parked.push({ partition, offset, key, type, reason })
      continue
    }
    if (!item.event) {
      unknown += 1
      continue
    }
    const { key, type } = item.event.event
    if (held.has(key)) parked.push({ partition, offset, key, type, reason: waiting })
    else events.push(item.event)
  }
  return { events, parked, unknown }
}

const waiting = 'waits behind an earlier event of its key'

function reasonOf(error: unknown): string {
  return errorMessage(error)
}

/** Whose event it is and of which type, as far as that can be read. */
export function nameOf(bytes: Uint8Array, partition: number, offset: number): { key: string; type: string } {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return { key: `unreadable ${partition}:${offset}`, type: 'unreadable' }
  }
}
