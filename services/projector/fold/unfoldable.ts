import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import { z } from 'zod'
import { type Parked, storedReason } from './parking.ts'

/** An event of a newer release: it must not be parked, so folding stops at it. */
export class UnfoldableError extends Error {
  override readonly name = 'UnfoldableError'

  constructor({ type, key, reason, ...position }: Parked, options?: ErrorOptions) {
    super(`${type} at ${formatPosition(position)} of ${key} cannot be folded: ${reason}`, options)
  }
}

/** The parked form of the event that caused an error. */
export function toParked({ partition, offset, bytes }: RecordedEvent, error: unknown): Parked {
  return { partition, offset, ...nameOf(bytes, partition, offset), reason: storedReason(error) }
}

const submitted = z.object({ playId: z.int() })

/** Key, type and play of an event, or placeholders when it is unreadable. */
function nameOf(
  bytes: Uint8Array,
  partition: number,
  offset: number,
): Pick<Parked, 'key' | 'type' | 'playId'> {
  try {
    const { key, type, data } = decodeEnvelope(bytes)
    const play = type === 'PlaySubmitted' ? submitted.safeParse(data) : null
    return { key: cleanText(key), type: cleanText(type), playId: play?.success ? play.data.playId : null }
  } catch {
    return { key: `unreadable ${partition}:${offset}`, type: 'unreadable', playId: null }
  }
}
