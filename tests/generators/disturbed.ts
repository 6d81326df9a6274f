import { isOfStream } from '@stepledger/contracts/decided-streams.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import fc from 'fast-check'
import { renumbered } from './merge-histories.ts'

/**
 * Rare or invalid events around the nth event of each partition:
 * - again: appended again at the end, as after a lost acknowledgement; an erasure with a later time
 * - early: a play or a change of rivals is also at the beginning
 * - not theirs: another player withdraws the play
 * - other content: a play with the same id and other steps follows
 * - too early: the withdrawal is right before the play
 * - decided: it names a version of its stream, which may be the wrong one
 */
export interface Disturbance {
  readonly kind: 'again' | 'early' | 'not theirs' | 'other content' | 'too early' | 'decided'
  readonly nth: number
}

export const disturbances: fc.Arbitrary<Disturbance[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('again', 'early', 'not theirs', 'other content', 'too early', 'decided'),
    nth: fc.nat({ max: 15 }),
  }),
  { maxLength: 8 },
)

interface Neighbours {
  readonly before: Positioned[]
  readonly after: Positioned[]
  decidedOn?: number
}

export function disturbed(
  partitions: readonly Positioned[][],
  disturbances: readonly Disturbance[],
): Positioned[][] {
  return partitions.map((events, partition) => {
    const early: Positioned[] = []
    const late: Positioned[] = []
    const around = new Map<Positioned, Neighbours>()
    for (const { kind, nth } of disturbances) {
      const placed = events[nth]
      if (!placed) continue
      const { event } = placed
      const neighbours: Neighbours = around.get(placed) ?? { before: [], after: [] }
      around.set(placed, neighbours)
      if (kind === 'again') late.push({ ...placed, event: again(event) })
      if (kind === 'early' && typesThatMayBeEarly.has(event.type)) early.push(placed)
      if (kind === 'not theirs') late.push(...withEvent(placed, withdrawalByAnother(event, events)))
      if (kind === 'other content') neighbours.after.push(...withEvent(placed, withOtherContent(event)))
      if (kind === 'decided' && isOfStream(event)) neighbours.decidedOn = nth % 3
      if (kind === 'too early') neighbours.before.push(...withEvent(placed, withdrawalOf(event, event.key)))
    }
    const middle = events.flatMap((placed) => {
      const { before, after, decidedOn } = around.get(placed) ?? {
        before: [],
        after: [],
        decidedOn: undefined,
      }
      return [...before, { ...placed, event: { ...placed.event, decidedOn } }, ...after]
    })
    return renumbered([...early, ...middle, ...late].map((placed) => ({ ...placed, partition })))
  })
}

const typesThatMayBeEarly: ReadonlySet<AnyEvent['type']> = new Set([
  'PlaySubmitted',
  'RivalAdded',
  'RivalRemoved',
])

function withEvent(placed: Positioned, event: AnyEvent | null): Positioned[] {
  return event ? [{ ...placed, event }] : []
}

function again(event: AnyEvent): AnyEvent {
  return event.type === 'PlayerErased' ? { ...event, at: event.at + 1_000 } : event
}

function withOtherContent(event: AnyEvent): AnyEvent | null {
  if (event.type !== 'PlaySubmitted') return null
  const fingerprint = Uint8Array.from(event.data.fingerprint, (byte) => byte ^ 255)
  return { ...event, data: { ...event.data, fingerprint } }
}

function withdrawalByAnother(event: AnyEvent, events: readonly Positioned[]): AnyEvent | null {
  const other = events.find((placed) => placed.event.key !== event.key)
  return other ? withdrawalOf(event, other.event.key) : null
}

function withdrawalOf(event: AnyEvent, key: string): AnyEvent | null {
  if (event.type !== 'PlaySubmitted') return null
  const { playId } = event.data
  return {
    id: `withdrawn-${playId}`,
    type: 'PlayWithdrawn',
    v: 1,
    at: event.at + 1,
    key,
    data: { playId, by: 'player', reason: null },
  }
}
