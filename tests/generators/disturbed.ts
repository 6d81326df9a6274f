import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Placed } from '@stepledger/projections/batch.ts'
import fc from 'fast-check'
import { placedAnew } from './history.ts'

/**
 * What does not happen in a well-kept ledger, or hardly ever, to the nth event of each partition:
 * - again: it lies at the end once more, as when the answer to an append was lost; who was erased is so once more, later
 * - early: a play, or who follows whom, lies at the beginning as well
 * - not theirs: another player withdraws it
 */
export interface Disturbance {
  readonly kind: 'again' | 'early' | 'not theirs'
  readonly nth: number
}

export const disturbances: fc.Arbitrary<Disturbance[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('again', 'early', 'not theirs'),
    nth: fc.nat({ max: 39 }),
  }),
  { maxLength: 8 },
)

export function disturbed(partitions: readonly Placed[][], odd: readonly Disturbance[]): Placed[][] {
  return partitions.map((events, partition) => {
    const early: Placed[] = []
    const late: Placed[] = []
    for (const { kind, nth } of odd) {
      const placed = events[nth]
      if (!placed) continue
      const { event } = placed
      if (kind === 'again') late.push({ ...placed, event: again(event) })
      if (kind === 'early' && mayBeEarly.has(event.type)) early.push(placed)
      if (kind === 'not theirs') late.push(...withEvent(placed, withdrawalByAnother(event, events)))
    }
    return placedAnew([...early, ...events, ...late].map((placed) => ({ ...placed, partition })))
  })
}

const mayBeEarly: ReadonlySet<AnyEvent['type']> = new Set(['PlaySubmitted', 'RivalAdded', 'RivalRemoved'])

function withEvent(placed: Placed, event: AnyEvent | null): Placed[] {
  return event ? [{ ...placed, event }] : []
}

function again(event: AnyEvent): AnyEvent {
  return event.type === 'PlayerErased' ? { ...event, at: event.at + 1_000 } : event
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
