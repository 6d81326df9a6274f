import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import {
  type EventState,
  eventStateAfter,
  isOfCompetition,
  slugOf,
} from '@stepledger/projections/standings/event-state.ts'
import type { Ledger } from './ledger.ts'

/** Every event that was ever announced, by slug, as the ledger leaves it. Reads the topic `rules` whole. */
export async function announcedEvents(ledger: Pick<Ledger, 'read'>): Promise<Map<string, EventState>> {
  const states = new Map<string, EventState>()
  for await (const batch of ledger.read('rules', [0])) {
    for (const { offset, bytes } of batch) {
      const event = decodeEvent(bytes)
      if (!event || !isOfCompetition(event)) continue
      const slug = slugOf(event)
      const state = eventStateAfter(states.get(slug), event, offset)
      if (state) states.set(slug, state)
    }
  }
  return states
}
