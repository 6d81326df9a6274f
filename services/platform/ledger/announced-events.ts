import { type EventState, eventStatesAfter } from '@stepledger/projections/standings/event-state.ts'
import { competitionEvents } from './event-news.ts'
import type { Ledger } from './ledger.ts'

/** Returns the current state of every competition ever announced, by slug. Reads the whole topic `rules`. */
export async function announcedEvents(ledger: Pick<Ledger, 'read'>): Promise<Map<string, EventState>> {
  const { events } = await competitionEvents(ledger, 0)
  return eventStatesAfter(new Map(), events)
}
