import type { z } from 'zod'
import type { AnyEvent } from './events/registry.ts'

/** `version`: the number of events that changed the state; `offset`: of the last of them, -1 before the first. */
export interface StreamState {
  readonly version: number
  readonly offset: number
}

/** An event without its envelope, as it is decided. */
export type Decided<Type extends AnyEvent['type']> = Type extends unknown
  ? Pick<Extract<AnyEvent, { type: Type }>, 'type' | 'data'>
  : never

/** What the envelope adds once the event is in the ledger. `at`: ms since 1970; `offset`: in its partition. */
export interface Recorded {
  readonly at: number
  readonly offset: number
  readonly decidedOn?: number | undefined
}

/** Why a command is not carried out. `code` is for programs; `message` is one sentence for people. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

/**
 * How the streams of one kind decide; a stream is the events of one key, such as a competition or a pack. The functions
 * are pure: no I/O, no clock, no randomness. `services/platform/decisions/handle.ts` runs them.
 */
export interface Decider<State extends StreamState, Command, Event> {
  readonly initial: State
  /** Returns the same object if the event changes nothing. Leaves `version` and `offset` to `apply`. */
  evolve(state: State, event: Event & Recorded): State
  /** The last of the returned events takes effect; those before it change nothing without it. */
  decide(state: State, command: Command): readonly Event[] | Refusal
}

/**
 * Applies an event of the ledger. Ignores one that was decided on another version than the current one: its process lost
 * the lock of the stream, and another decision was appended first.
 */
export function apply<State extends StreamState, Event>(
  { evolve }: Pick<Decider<State, never, Event>, 'evolve'>,
  before: State,
  event: Event & Recorded,
): State {
  if (event.decidedOn !== undefined && event.decidedOn !== before.version) return before
  const after = evolve(before, event)
  return after === before ? before : { ...after, version: before.version + 1, offset: event.offset }
}

/** The state after a command, without appending anything. `at`: ms since 1970. */
export function preview<State extends StreamState, Command, Event>(
  decider: Decider<State, Command, Event>,
  state: State,
  command: Command,
  at: number,
): State | Refusal {
  const decided = decider.decide(state, command)
  if (isRefusal(decided)) return decided
  return decided.reduce((before, event) => apply(decider, before, { ...event, at, offset: -1 }), state)
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}

/**
 * Streams of one kind in the topic `events`. Their states hold digests instead of ids of players (digest.ts), so that an
 * erasure leaves nothing to delete in them.
 */
interface StreamKind<State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>> {
  readonly name: string
  readonly types: readonly Event['type'][]
  readonly state: z.ZodType<State>
  readonly decider: Decider<State, Command, Event>
  streamOf(event: Event & Pick<AnyEvent, 'key'>): string
  /** The key of a stream's events in the ledger. */
  eventKeyOf(stream: string): string
}

/**
 * Adds what the fold needs of a kind without its types. `streamOf` returns null for an event of another kind. `after`
 * returns the state after an event; `isOutdated`: read models ignore the event.
 */
export function streamKind<State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>>(
  kind: StreamKind<State, Command, Event>,
) {
  const { types, decider } = kind
  const isOfKind = (event: AnyEvent): event is AnyEvent & Event => types.some((type) => type === event.type)
  return {
    ...kind,
    topic: 'events',
    streamOf: (event: AnyEvent) => (isOfKind(event) ? kind.streamOf(event) : null),
    after(stored: unknown, event: AnyEvent, offset: number): { state: State; isOutdated: boolean } {
      const state = stored === undefined ? decider.initial : kind.state.parse(stored)
      if (!isOfKind(event)) return { state, isOutdated: false }
      // Folded before: of those that were decided, the effective ones are in the read models.
      if (offset <= state.offset) return { state, isOutdated: event.decidedOn !== undefined }
      const isOutdated = event.decidedOn !== undefined && event.decidedOn !== state.version
      return { state: apply(decider, state, { ...event, offset }), isOutdated }
    },
  } as const
}
