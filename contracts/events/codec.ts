import { Encoder } from 'cbor-x'
import { z } from 'zod'
import { maxEventBytes } from '../ledger/topic.ts'
import {
  type EventOf,
  EventTooLargeError,
  type EventType,
  type LedgerEvent,
  MalformedEventError,
} from './event-type.ts'
import { type AnyEvent, eventTypeOf, readerOf } from './registry.ts'

/** Plain maps, byte strings without tags, shortest lengths: preferred serialisation of CBOR (RFC 8949). */
const cbor = new Encoder({
  useRecords: false,
  mapsAsObjects: true,
  tagUint8Array: false,
  variableMapSize: true,
})

const envelope = z.object({
  id: z.string(),
  type: z.string(),
  v: z.int().positive(),
  at: z.int(),
  key: z.string(),
  decidedOn: z.int().min(0).optional(),
  data: z.unknown(),
})

/**
 * Encodes an event as CBOR (RFC 8949). Strict: throws MalformedEventError if it does not match the newest schema,
 * EventTooLargeError above `maxEventBytes`.
 */
export function encodeEvent<T extends EventType>(type: T, event: Omit<EventOf<T>, 'type' | 'v'>): Buffer {
  return encodeAs(type, event)
}

/** The same for an event that carries its type. */
export function encodeAnyEvent(event: Pick<LedgerEvent, 'type'> & Omit<LedgerEvent, 'v'>): Buffer {
  const type = eventTypeOf(event.type)
  if (!type) throw new MalformedEventError(`${event.type} is in no registry`)
  return encodeAs(type, event)
}

function encodeAs(type: EventType, event: Omit<LedgerEvent, 'type' | 'v'>): Buffer {
  const data = type.data.safeParse(event.data)
  if (!data.success) throw new MalformedEventError(`${type.type}: ${z.prettifyError(data.error)}`)
  const { id, at, key, decidedOn } = event
  const decision = decidedOn === undefined ? {} : { decidedOn }
  const whole = envelope.safeParse({ id, type: type.type, v: type.v, at, key, ...decision, data: data.data })
  if (!whole.success) throw new MalformedEventError(`${type.type}: ${z.prettifyError(whole.error)}`)
  const encoded = cbor.encode(whole.data)
  if (encoded.length > maxEventBytes)
    throw new EventTooLargeError(`${type.type} has ${encoded.length} bytes, ${maxEventBytes} are allowed`)
  return encoded
}

/**
 * Decodes an event and upcasts it to its newest version; ignores unknown fields. Its byte strings are views of `bytes`.
 * Returns null for an unknown type (count and skip). Throws NewerEventError, MalformedEventError.
 */
export function decodeEvent(bytes: Uint8Array): AnyEvent | null {
  const event = decodeEnvelope(bytes)
  return readerOf(event.type)?.(event) ?? null
}

/**
 * Decodes the envelope of an event without interpreting its data: for listings, and to identify events that cannot be
 * decoded. Throws MalformedEventError.
 */
export function decodeEnvelope(bytes: Uint8Array): LedgerEvent {
  let decoded: unknown
  try {
    decoded = cbor.decode(bytes)
  } catch (cause) {
    throw new MalformedEventError('not an event: the bytes are not CBOR', { cause })
  }
  const parsed = envelope.safeParse(decoded)
  if (!parsed.success) throw new MalformedEventError(`not an event: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Null for an unreadable event, which must not prevent a start: the projector reports it. */
export function decodeOrNull(bytes: Uint8Array) {
  try {
    return decodeEvent(bytes)
  } catch {
    return null
  }
}
