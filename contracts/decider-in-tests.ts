import { apply, type Decider, isRefusal, type Recorded, type StreamState } from './decider.ts'

/** An event as a test writes it; its offset is its place in the list. */
export type Given<Event> = Event & Partial<Omit<Recorded, 'offset'>>

/** `given(events).when(command)`: the decided events, or the refusal; `given(events).state`: what they leave. */
export function storyOf<State extends StreamState, Command, Event>(decider: Decider<State, Command, Event>) {
  return (...events: readonly Given<Event>[]) => {
    const state = events.reduce(
      (before, event, offset) => apply(decider, before, { at: 0, ...event, offset }),
      decider.initial,
    )
    return {
      state,
      when(command: Command) {
        const decided = decider.decide(state, command)
        return isRefusal(decided) ? { refused: decided.code, message: decided.message } : decided
      },
    }
  }
}
