import { z } from 'zod'
import { errorMessage } from '../error-message.ts'
import type { Topic } from '../ledger/topic.ts'

/** Thrown for a schema version newer than those of this code: folding on would lose data. */
export class NewerEventError extends Error {
  override readonly name = 'NewerEventError'
}

/** Thrown if the bytes are not an event or do not match its schema. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError'
}

/** Thrown if the event is too large for a ledger. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'
}

/**
 * An event as stored in the ledger. `at`: time of receipt, ms since 1970. `key`: events with one key are ordered.
 * `decidedOn`: the version of its stream's state that it was decided on (contracts/decider.ts); absent in facts, and in
 * decisions of earlier releases.
 */
export interface LedgerEvent<Name extends string = string, Data = unknown> {
  readonly id: string
  readonly type: Name
  readonly v: number
  readonly at: number
  readonly key: string
  readonly decidedOn?: number | undefined
  readonly data: Data
}

/** Converts data of one schema version to the next. */
type Upcaster = (data: unknown) => unknown

/**
 * An event type: its name in the past tense, its newest schema version, and the conversion of older versions.
 * `upcasters[n]` converts data of version n to version n + 1. Events in the ledger are never rewritten.
 */
export interface EventType<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Name
  readonly v: number
  readonly topic: Topic
  readonly data: Schema
  readonly upcasters: Readonly<Record<number, Upcaster>>
  /**
   * Decodes an event of this type to its newest version; ignores unknown fields. Throws NewerEventError,
   * MalformedEventError.
   */
  readonly read: (event: LedgerEvent) => LedgerEvent<Name, z.output<Schema>>
}

export type EventOf<T> =
  T extends EventType<infer Name, infer Schema> ? LedgerEvent<Name, z.output<Schema>> : never

type Declared<Name extends string, Schema extends z.ZodType> = Omit<
  EventType<Name, Schema>,
  'upcasters' | 'read'
> & { readonly upcasters?: Readonly<Record<number, Upcaster>> }

export function eventType<Name extends string, Schema extends z.ZodType>(
  declared: Declared<Name, Schema>,
): EventType<Name, Schema> {
  const { type, v, data: schema, upcasters = {} } = declared
  return {
    ...declared,
    upcasters,
    read({ data, v: written, ...envelope }) {
      const { id } = envelope
      if (written > v) throw new NewerEventError(`${type} has version ${written}, this code knows ${v}`)
      const parsed = schema.safeParse(written === v ? data : upcast(data, written, v, upcasters, type))
      if (!parsed.success) throw new MalformedEventError(`${type} ${id}: ${z.prettifyError(parsed.error)}`)
      return { ...envelope, type, v, data: parsed.data }
    },
  }
}

function upcast(
  data: unknown,
  from: number,
  to: number,
  upcasters: Readonly<Record<number, Upcaster>>,
  type: string,
): unknown {
  let current = data
  for (let v = from; v < to; v++) {
    const step = upcasters[v]
    if (!step) throw new MalformedEventError(`${type}: no way from version ${v} to ${v + 1}`)
    try {
      current = step(current)
    } catch (cause) {
      const reason = errorMessage(cause)
      throw new MalformedEventError(`${type}: version ${v} can't become ${v + 1}: ${reason}`, { cause })
    }
  }
  return current
}
