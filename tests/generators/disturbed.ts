import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Placed } from '@stepledger/projections/batch.ts'
import fc from 'fast-check'
import { placedAnew } from './history.ts'

/**
 * What does not happen in a well-kept ledger, or hardly ever, to the nth event of each partition:
 * - again: it lies at the end once more, as when the answer to an append was lost
 * - early: it lies at the beginning as well, so that a play is withdrawn before it was sent
 * - same id: another play of its player has its id
 * - not theirs: another player withdraws it
 */
export interface Disturbance {
  readonly kind: 'again' | 'early' | 'same id' | 'not theirs'
  readonly nth: number
}

export const disturbances: fc.Arbitrary<Disturbance[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('again', 'early', 'same id', 'not theirs'),
    nth: fc.nat({ max: 59 }),
  }),
  { maxLength: 6 },
)

export function disturbed(partitions: readonly Placed[][], odd: readonly Disturbance[]): Placed[][] {
  return partitions.map((events, partition) => {
    const early: Placed[] = []
    const late: Placed[] = []
    for (const { kind, nth } of odd) {
      const placed = events[nth]
      if (!placed) continue
      const { event } = placed
      if (kind === 'again') late.push(placed)
      if (kind === 'early' && event.type !== 'PlayerErased') early.push(placed)
      if (kind === 'same id') late.push(...withEvent(placed, otherContent(event)))
      if (kind === 'not theirs') late.push(...withEvent(placed, withdrawalByAnother(event, events)))
    }
    return placedAnew([...early, ...events, ...late].map((placed) => ({ ...placed, partition })))
  })
}

function withEvent(placed: Placed, event: AnyEvent | null): Placed[] {
  return event ? [{ ...placed, event }] : []
}

function otherContent(event: AnyEvent): AnyEvent | null {
  if (event.type !== 'PlaySubmitted') return null
  const fingerprint = event.data.fingerprint.map((byte) => byte ^ 255)
  return { ...event, at: event.at - 5, data: { ...event.data, fingerprint } }
}

function withdrawalByAnother(event: AnyEvent, events: readonly Placed[]): AnyEvent | null {
  const other = events.find((placed) => placed.event.key !== event.key)
  if (event.type !== 'PlaySubmitted' || !other) return null
  const { playId } = event.data
  const { key } = other.event
  return {
    id: `withdrawn-${playId}`,
    type: 'PlayWithdrawn',
    v: 1,
    at: event.at + 1,
    key,
    data: { playId, by: 'player', reason: null },
  }
}
