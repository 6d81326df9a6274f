import { isCompetitionEvent } from '@stepledger/contracts/competition/competition.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { CompetitionEvents } from '@stepledger/projections/standings/settle-standings.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { recordedScoresOf } from './scores-of-closing.ts'

/** Reads the events about competitions from the topic `rules`, starting at an offset, without recorded scores. */
export async function competitionEvents(
  ledger: Pick<Ledger, 'read'>,
  from: number,
): Promise<Pick<CompetitionEvents, 'events' | 'next'>> {
  const events: CompetitionEvents['events'][number][] = []
  let next = from
  for await (const batch of ledger.read('rules', [from])) {
    for (const { offset, bytes } of batch) {
      next = offset + 1
      const event = decodeEvent(bytes)
      // Up to a million scores, which do not change a competition's document.
      if (event?.type === 'EventScoresRecorded') continue
      if (event && isCompetitionEvent(event)) events.push({ offset, event })
    }
  }
  return { events, next }
}

/** Like competitionEvents, with the scores recorded by each closing. Throws NewerEventError, MalformedEventError. */
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
