import type { Positioned } from '@stepledger/projections/batch.ts'

/**
 * The partitions without the plays received, and the changes of who takes part, at or after a time. Ingest gives equal content one time, the generator of
 * histories doesn't: the first one counts, as in the fold.
 */
export function cutAt(partitions: readonly (readonly Positioned[])[], until: number): Positioned[][] {
  const received = new Map<string, number>()
  const receivedAt = ({ event }: Positioned): number | null => {
    if (event.type === 'EventParticipationChanged') return event.at
    if (event.type !== 'PlaySubmitted') return null
    const content = `${event.key} ${Buffer.from(event.data.fingerprint).toString('hex')}`
    const at = received.get(content) ?? event.at
    received.set(content, at)
    return at
  }
  return partitions.map((events) => events.filter((placed) => (receivedAt(placed) ?? 0) < until))
}
