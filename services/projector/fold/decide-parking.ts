import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { NewerEventError } from '@stepledger/contracts/events/errors.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import type { Parked } from './parking.ts'
import type { Prepared } from './prepare-batch.ts'

export interface ParkingDecision {
  readonly events: readonly FoldEvent[]
  readonly parked: readonly Parked[]
  /** Number of events of unknown types, which are skipped. */
  readonly unknown: number
}

/**
 * Separates the events of a batch to fold from those to park: events that can't be decoded or scored, and all later ones
 * of a parked key. Throws NewerEventError, because skipping an event of a newer release would lose its data.
 */
export function decideParking(
  prepared: readonly Prepared[],
  parkedKeys: ReadonlySet<string>,
): ParkingDecision {
  const events: FoldEvent[] = []
  const parked: Parked[] = []
  let unknown = 0
  const parkedNow = new Set(parkedKeys)
  for (const item of prepared) {
    const { partition, offset, bytes } = item.record
    if ('error' in item) {
      if (item.error instanceof NewerEventError) throw item.error
      const { key, type } = nameOf(bytes, partition, offset)
      const reason = parkedNow.has(key) ? waiting : errorMessage(item.error)
      parkedNow.add(key)
      parked.push({ partition, offset, key, type, reason })
      continue
    }
    if (!item.event) {
      unknown += 1
      continue
    }
    const { key, type } = item.event.event
    if (parkedNow.has(key)) parked.push({ partition, offset, key, type, reason: waiting })
    else events.push(item.event)
  }
  return { events, parked, unknown }
}

const waiting = 'waits behind an earlier event of its key'

/** Key and type of an event, or placeholders when it is unreadable. */
export function nameOf(bytes: Uint8Array, partition: number, offset: number): { key: string; type: string } {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return { key: `unreadable ${partition}:${offset}`, type: 'unreadable' }
  }
}
