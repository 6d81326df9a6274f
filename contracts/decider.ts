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
