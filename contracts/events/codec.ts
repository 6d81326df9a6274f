import { Encoder } from 'cbor-x'
import { z } from 'zod'
import { maxEventBytes } from '../ledger/topic.ts'
import type { EventOf, EventType, LedgerEvent } from './event-type.ts'
import { type AnyEvent, eventTypeNamed } from './registry.ts'

const cbor = new Encoder({ useRecords: false, mapsAsObjects: true, tagUint8Array: false })

const envelope = z.object({
  id: z.string(),
  type: z.string(),
  v: z.int().positive(),
  at: z.int(),
  key: z.string(),
  data: z.unknown(),
})

/** The event's data is of a schema version newer than this code knows: folding on would lose what it says. */
export class NewerEventError extends Error {}

/** The event does not fit its schema. */
export class MalformedEventError extends Error {}

/** The event is too large for a ledger. */
export class EventTooLargeError extends Error {}

/**
 * An event as bytes, CBOR (RFC 8949). Writers are strict: throws MalformedEventError when the data does not fit the newest schema,
 * EventTooLargeError above `maxEventBytes`.
 */
export function encodeEvent<T extends EventType>(type: T, event: Omit<EventOf<T>, 'type' | 'v'>): Buffer {
  const data = type.data.safeParse(event.data)
  if (!data.success) throw new MalformedEventError(`${type.type}: ${z.prettifyError(data.error)}`)
  const { id, at, key } = event
  const encoded = cbor.encode({ id, type: type.type, v: type.v, at, key, data: data.data })
  if (encoded.length > maxEventBytes)
    throw new EventTooLargeError(`${type.type} has ${encoded.length} bytes, ${maxEventBytes} are allowed`)
  return encoded
}

/**
 * The event that `bytes` hold, upcast to its newest version; unknown fields are ignored. Null for a type that this code does not know
 * (count and skip). Throws NewerEventError, MalformedEventError.
 */
export function decodeEvent(bytes: Uint8Array): AnyEvent | null {
  const event = decodeEnvelope(bytes)
  const type = eventTypeNamed(event.type)
  if (!type) return null
  if (event.v > type.v)
    throw new NewerEventError(`${event.type} has version ${event.v}, this code knows ${type.v}`)
  const data = type.data.safeParse(upcast(type, event.v, event.data))
  if (!data.success)
    throw new MalformedEventError(`${event.type} ${event.id}: ${z.prettifyError(data.error)}`)
  return narrow({ ...event, v: type.v, data: data.data })
}

/** The event's envelope, its data as written: for listings, and for telling what could not be decoded. */
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

function upcast(type: EventType, from: number, data: unknown): unknown {
  let current = data
  for (let v = from; v < type.v; v++) {
    const step = type.upcasters[v]
    if (!step) throw new MalformedEventError(`${type.type}: no way from version ${v} to ${v + 1}`)
    current = step(current)
  }
  return current
}

/** The data was just checked by the schema that belongs to the type's name, which the compiler can't see through a map. */
function narrow(event: LedgerEvent): AnyEvent {
  return event as AnyEvent
}
