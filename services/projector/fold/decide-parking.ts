import { NewerEventError } from '@stepledger/contracts/events/errors.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import { type Parked, waiting } from './parking.ts'
import type { Prepared } from './prepare-batch.ts'
import { toParked, UnfoldableError } from './unfoldable.ts'

export interface ParkingDecision {
  readonly events: readonly FoldEvent[]
  readonly parked: readonly Parked[]
  /** Number of events of unknown types, which are skipped. */
  readonly unknown: number
}

/** What is done with an event: it is folded, parked, or skipped because its type is unknown. */
export type Classified = { readonly event: FoldEvent } | { readonly parked: Parked } | 'unknown'

/**
 * Decides for the events of a batch, in its order, which are folded and which are parked: those that can't be decoded or
 * scored, and all later ones of a parked key. The live fold and a bulk build share it. Throws UnfoldableError for an
 * event of a newer release, because skipping it would lose its data.
 */
export function eventClassifier(parkedKeys: ReadonlySet<string>): (item: Prepared) => Classified {
  const parkedNow = new Set(parkedKeys)
  return (item) => {
    if ('error' in item) {
      if (item.error instanceof NewerEventError) throw new UnfoldableError(toParked(item.record, item.error))
      const parked = toParked(item.record, item.error)
      const waits = parkedNow.has(parked.key)
      parkedNow.add(parked.key)
      return { parked: waits ? { ...parked, reason: waiting } : parked }
    }
    if (!item.event) return 'unknown'
    const { partition, offset, event } = item.event
    const { key, type } = event
    if (!parkedNow.has(key)) return { event: item.event }
    const playId = event.type === 'PlaySubmitted' ? event.data.playId : null
    return { parked: { partition, offset, key, type, playId, reason: waiting } }
  }
}

/** Separates the events of a batch to fold from those to park. Throws UnfoldableError. */
export function decideParking(
  prepared: readonly Prepared[],
  parkedKeys: ReadonlySet<string>,
): ParkingDecision {
  const classify = eventClassifier(parkedKeys)
  const events: FoldEvent[] = []
  const parked: Parked[] = []
  let unknown = 0
  for (const item of prepared) {
    const classified = classify(item)
    if (classified === 'unknown') unknown += 1
    else if ('event' in classified) events.push(classified.event)
    else parked.push(classified.parked)
  }
  return { events, parked, unknown }
}
