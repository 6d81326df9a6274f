import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import { isOfCompetition } from '@stepledger/projections/standings/event-state.ts'
import type { EventNews } from '@stepledger/projections/standings/settle-standings.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/** What the topic `rules` says of events from an offset on. Throws NewerEventError, MalformedEventError. */
export async function readEventNews(ledger: Ledger, from: number): Promise<EventNews> {
  const events: EventNews['events'][number][] = []
  let next = from
  for await (const batch of ledger.read('rules', [from])) {
    for (const { offset, bytes } of batch) {
      next = offset + 1
      const event = decodeEvent(bytes)
      if (event && isOfCompetition(event)) events.push({ offset, event })
    }
  }
  const closings = new Set(
    events.flatMap(({ event }) => (event.type === 'EventClosed' ? [event.data.closing] : [])),
  )
  return { from, next, events, recorded: await readRecorded(ledger, closings) }
}

/** They may lie before where the news begin. */
async function readRecorded(
  ledger: Ledger,
  closings: ReadonlySet<string>,
): Promise<Map<string, EventScoresRecorded[]>> {
  const recorded = new Map<string, EventScoresRecorded[]>()
  if (closings.size === 0) return recorded
  for await (const batch of ledger.read('rules', [0])) {
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type !== 'EventScoresRecorded' || !closings.has(event.data.closing)) continue
      recorded.set(event.data.closing, [...(recorded.get(event.data.closing) ?? []), event])
    }
  }
  return recorded
}
