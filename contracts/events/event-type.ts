import type { z } from 'zod'
import type { Topic } from '../ledger/topic.ts'

/**
 * One kind of event: its name in the past tense, its newest schema version, and how data of older versions becomes the next one.
 * `upcasters[n]` turns data of version n into version n + 1. Events in the ledger are never rewritten.
 */
export interface EventType<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Name
  readonly v: number
  readonly topic: Topic
  readonly data: Schema
  readonly upcasters: Readonly<Record<number, (data: unknown) => unknown>>
}

/** An event as it lies in the ledger. `at`: when we received it, ms since 1970. `key`: what orders it. */
export interface LedgerEvent<Name extends string = string, Data = unknown> {
  readonly id: string
  readonly type: Name
  readonly v: number
  readonly at: number
  readonly key: string
  readonly data: Data
}

export type EventOf<T> =
  T extends EventType<infer Name, infer Schema> ? LedgerEvent<Name, z.output<Schema>> : never

/** Declares an event type. */
export function eventType<Name extends string, Schema extends z.ZodType>(
  declared: Omit<EventType<Name, Schema>, 'upcasters'> & Partial<Pick<EventType, 'upcasters'>>,
): EventType<Name, Schema> {
  return { upcasters: {}, ...declared }
}
