import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import type { CompetitionEvents } from '@stepledger/projections/standings/settle-standings.ts'
import { competitionEvents, recordedScoresOf } from '../../competition-streams.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/**
 * Reads the events about competitions from the topic `rules`, starting at an offset, with the scores recorded by each
 * closing. Throws NewerEventError, MalformedEventError.
 */
export async function readCompetitionEvents(ledger: Ledger, from: number): Promise<CompetitionEvents> {
  const { events, next } = await competitionEvents(ledger, from)
  const recorded = new Map<string, EventScoresRecorded[]>()
  for (const { event } of events) {
    if (event.type !== 'EventClosed') continue
    const { closing } = event.data
    // The scores may precede `from`.
    const scores: EventScoresRecorded[] = []
    for await (const one of recordedScoresOf(ledger, closing)) scores.push(one)
    recorded.set(closing, scores)
  }
  return { from, next, events, recorded }
}
