import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventClosed } from '@stepledger/contracts/events/event-closed.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { decodeUnlessMalformed } from '../decode-unless-malformed.ts'
import type { PartitionMap } from './partition-map.ts'

/**
 * Returns an event of the topic `rules` as it is in the copy; null if it names events that `map` does not have yet. Two
 * types of events refer to positions: LedgerCreated by the number of partitions, EventClosed by a checkpoint.
 */
export function withNewPositions(bytes: Uint8Array, map: PartitionMap): Uint8Array | null {
  if (map.keepsPositions) return bytes
  const event = decodeUnlessMalformed({ bytes })
  if (event?.type === 'LedgerCreated')
    return encodeEvent(ledgerCreated, { ...event, data: { ...event.data, partitions: map.to } })
  if (event?.type !== 'EventClosed') return bytes
  const checkpoint = map.endsOf(event.data.checkpoint)
  return checkpoint && encodeEvent(eventClosed, { ...event, data: { ...event.data, checkpoint } })
}
