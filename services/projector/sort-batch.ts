import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { FoldEvent, Placed } from '@stepledger/projections/batch.ts'
import type { Parked } from './parking.ts'
import type { PreparedBatch } from './prepare-batch.ts'

export interface SortedBatch {
  readonly events: readonly Placed<FoldEvent>[]
  readonly parked: readonly Parked[]
  /** Events of types that this code does not know: passed over. */
  readonly unknown: number
}

/**
 * Which events of a batch are folded. What is malformed is parked, and so is whatever comes later under a parked key. Throws
 * NewerEventError: going on would lose what a newer release wrote.
 */
export function sortBatch({ records, eventAt }: PreparedBatch, parkedKeys: ReadonlySet<string>): SortedBatch {
  const events: Placed<FoldEvent>[] = []
  const parked: Parked[] = []
  let unknown = 0
  const held = new Set(parkedKeys)
  for (const [i, { partition, offset, bytes }] of records.entries()) {
    try {
      const event = eventAt(i)
      if (!event) unknown += 1
      else if (held.has(event.key))
        parked.push({ partition, offset, key: event.key, type: event.type, reason: waiting })
      else events.push({ partition, offset, event })
    } catch (error) {
      if (!(error instanceof MalformedEventError)) throw error
      const { key, type } = nameOf(bytes, partition, offset)
      held.add(key)
      parked.push({ partition, offset, key, type, reason: error.message })
    }
  }
  return { events, parked, unknown }
}

const waiting = 'waits behind an earlier event of its key'

/** Whose event it is and of which type, as far as that can be read. */
export function nameOf(bytes: Uint8Array, partition: number, offset: number): { key: string; type: string } {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return { key: `unreadable ${partition}:${offset}`, type: 'unreadable' }
  }
}
