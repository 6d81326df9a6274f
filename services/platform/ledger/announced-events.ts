import { type EventState, eventStatesAfter } from '@stepledger/projections/standings/event-state.ts'
import { competitionEvents } from './event-news.ts'
import type { Ledger } from './ledger.ts'

/** Every event that was ever announced, by slug, as the ledger leaves it. Reads the topic `rules` whole. */
export async function announcedEvents(ledger: Pick<Ledger, 'read'>): Promise<Map<string, EventState>> {
  const { events } = await competitionEvents(ledger, 0)
  return eventStatesAfter(new Map(), events)
}
