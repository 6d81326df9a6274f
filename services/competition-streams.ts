import {
  type CompetitionState,
  competition,
  competitionChanges,
  isCompetitionEvent,
  latestStates,
} from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionEvent, EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { CompetitionEvents } from '@stepledger/projections/standings/settle-standings.ts'
import PQueue from 'p-queue'
import type { Ledger } from './platform/ledger/ledger.ts'

/** The streams on which `handle` decides; the key is the slug. Keeps their states, and reads what is new in the ledger. */
export function competitionStreams(ledger: Pick<Ledger, 'read' | 'ends'>) {
  const states = new Map<string, CompetitionState>()
  const inTurn = new PQueue({ concurrency: 1 })
  let next = 0

  async function catchUp(): Promise<void> {
    const [end = 0] = await ledger.ends('rules')
    if (end <= next) return
    const read = await competitionEvents(ledger, next)
    for (const { slug, state } of competitionChanges(states, read.events)) states.set(slug, state)
    next = read.next
  }

  return {
    name: 'competition',
    topic: 'rules',
    decider: competition,
    async read(slugs: readonly string[]) {
      await inTurn.add(catchUp)
      return slugs.map((slug) => states.get(slug) ?? competition.initial)
    },
    /** The states of all competitions that were ever announced. */
    async all(): Promise<CompetitionState[]> {
      await inTurn.add(catchUp)
      return [...states.values()]
    },
  } as const
}

export type CompetitionStreams = ReturnType<typeof competitionStreams>

/** The current state of every competition ever announced, by slug. Reads the whole topic `rules`. */
export async function announcedCompetitions(
  ledger: Pick<Ledger, 'read'>,
): Promise<Map<string, CompetitionState>> {
  const { events } = await competitionEvents(ledger, 0)
  return latestStates(competitionChanges(new Map(), events))
}

/** Reads the events about competitions from the topic `rules`, starting at an offset, without recorded scores. */
async function competitionEvents(
  ledger: Pick<Ledger, 'read'>,
  from: number,
): Promise<{ readonly events: { offset: number; event: CompetitionEvent }[]; readonly next: number }> {
  const events: { offset: number; event: CompetitionEvent }[] = []
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

/** Yields the scores recorded when a competition was closed, in ledger order. Reads the whole topic `rules`. */
export async function* recordedScoresOf(
  ledger: Pick<Ledger, 'read'>,
  closing: string,
): AsyncGenerator<EventScoresRecorded> {
  for await (const batch of ledger.read('rules', [0])) {
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'EventScoresRecorded' && event.data.closing === closing) yield event
    }
  }
}

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
