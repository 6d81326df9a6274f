import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { smallPlay } from '../generators/small-play.ts'

/** Times of these events are relative to this one, ms since 1970. */
export const start = Date.parse('2026-03-02T12:00:00Z')

/** Makers of events with ids from 1 on. A file has its own, since files share a process and its modules. */
export function numberedEvents() {
  let events = 0
  return {
    /** A play on a chart of one digit. A smaller offset, seconds, is a better score. */
    play(
      player: string,
      on: number,
      offset: number,
      at: number,
      more: Partial<Parameters<typeof smallPlay>[0]> = {},
    ) {
      events += 1
      return smallPlay({
        playId: events,
        player,
        chart: String(on).repeat(16),
        offset,
        at: start + at,
        ...more,
      })
    },
    /** A follow or unfollow. */
    event(type: 'RivalAdded' | 'RivalRemoved', key: string, rivalId: string, at: number): AnyEvent {
      events += 1
      return { id: `event-${events}`, v: 1, at: start + at, key, type, data: { rivalId } }
    },
    /** A play withdrawn by its player. */
    withdrawal(playId: number, key: string, at: number): AnyEvent {
      const data = { playId, by: 'player', reason: null } as const
      return { id: `withdrawal-${playId}`, v: 1, at: start + at, key, type: 'PlayWithdrawn', data }
    },
  }
}
