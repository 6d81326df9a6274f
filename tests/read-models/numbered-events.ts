import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { smallPlay } from '../generators/small-play.ts'

/** Times of these events are relative to this one, ms since 1970. */
export const start = Date.parse('2026-03-02T12:00:00Z')

let events = 0

/** A play with the next id, on a chart of one digit. A smaller offset, seconds, is a better score. */
export function play(
  player: string,
  on: number,
  offset: number,
  at: number,
  more: Partial<Parameters<typeof smallPlay>[0]> = {},
) {
  events += 1
  return smallPlay({ playId: events, player, chart: String(on).repeat(16), offset, at: start + at, ...more })
}

/** A follow or unfollow. */
export function event(
  type: 'RivalAdded' | 'RivalRemoved',
  key: string,
  rivalId: string,
  at: number,
): AnyEvent {
  events += 1
  return { id: `event-${events}`, v: 1, at: start + at, key, type, data: { rivalId } }
}

/** A play withdrawn by its player. */
export function withdrawal(playId: number, key: string, at: number): AnyEvent {
  const data = { playId, by: 'player', reason: null } as const
  return { id: `withdrawal-${playId}`, v: 1, at: start + at, key, type: 'PlayWithdrawn', data }
}
